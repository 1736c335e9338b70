"""Addresses below ``/record/`` that are files."""

from django.urls import path

from games.views import recorder

urlpatterns = [
    path("pyodide/<str:version>/<str:name>", recorder.pyodide, name="record-pyodide"),
    path("python/<slug:digest>.<slug:language>.zip", recorder.python, name="record-python"),
    path("worker.js", recorder.worker, name="record-worker"),
    path("kept.json", recorder.kept, name="record-kept"),
]
