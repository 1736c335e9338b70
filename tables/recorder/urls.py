"""Addresses below ``/record/`` that are files."""

from django.urls import path

from tables.recorder import views

urlpatterns = [
    path("pyodide/<str:version>/<str:name>", views.pyodide, name="record-pyodide"),
    path("python/<slug:digest>.<slug:language>.zip", views.python, name="record-python"),
    path("worker.js", views.worker_script, name="record-worker"),
    path("kept.json", views.offline_list, name="record-kept"),
]
