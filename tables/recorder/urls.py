"""Addresses below ``/record/`` that are files."""

from django.urls import path

from tables.recorder import static_views

urlpatterns = [
    path("pyodide/<str:version>/<str:name>", static_views.pyodide, name="record-pyodide"),
    path("python/<slug:digest>.<slug:language>.zip", static_views.python, name="record-python"),
    path("worker.js", static_views.worker_script, name="record-worker"),
    path("kept.json", static_views.offline_list, name="record-kept"),
]
