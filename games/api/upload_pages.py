"""Pages of uploads and of their submissions in the API."""

from __future__ import annotations

from games.queries import UPLOAD_ORDER
from web.api.paging import KeysetPagination


class UploadPages(KeysetPagination):
    keys = UPLOAD_ORDER


class SubmissionPages(KeysetPagination):
    keys = ("number",)
