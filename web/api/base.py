"""Base classes of the API's views."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import connection
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from web.api.inputs import CheckedInputs, refuse_unknown_fields

SAFE = ("GET", "HEAD", "OPTIONS")


@method_decorator(conditional_page, name="dispatch")
class ApiView(CheckedInputs):
    """A public resource may be read from any page in a browser, without credentials; it has an
    ETag, made of the answer. `public` is False for resources of an account."""

    public: ClassVar[bool] = True
    has_etag: ClassVar[bool] = True
    pagination_class: Any = None

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Accept", "Authorization", "Cookie"])
        if self.public and request.method in SAFE:
            response["Access-Control-Allow-Origin"] = "*"
            response.setdefault("Cache-Control", "no-cache")
        else:
            response.setdefault("Cache-Control", "private, no-store")
        return response

    def options(self, request: object, *args: object, **kwargs: object) -> Response:
        """The methods of the resource, in the header Allow."""
        return Response(status=204)

    def page_of(self, rows: Any) -> Response:
        """The page of `rows` that the query asks for."""
        page = self.paginate_queryset(rows)
        assert page is not None, "a view with pages names its pagination_class"
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def read(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The body, as `serializer` understands it; raises ``ValidationError``, for fields that it
        does not have too."""
        form = serializer(data=self.request.data)
        refuse_unknown_fields(form, self.request.data)
        form.is_valid(raise_exception=True)
        validated: dict[str, Any] = form.validated_data
        return validated

    def answer(self, row: object, status: int = 200) -> Response:
        """The response of one row, as the view's serializer writes it."""
        return Response(self.get_serializer(row).data, status)


# --- the database connection --------------------------------------------------


def release_connection() -> None:
    """Back to the pool with it, unless a transaction is open: the next query takes another."""
    if not connection.in_atomic_block:
        connection.close()


# --- addresses in answers -----------------------------------------------------


def absolute_link(request: Request, name: str, *args: object, query: str = "") -> str:
    """The address `name` of the site, as the client would write it."""
    return request.build_absolute_uri(reverse(name, args=args)) + query
