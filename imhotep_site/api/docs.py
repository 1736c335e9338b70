"""The description of the API, for programs and for people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.views import SpectacularAPIView


class Description(SpectacularAPIView):
    """OpenAPI: JSON, or YAML for who asks for it (``?format=yaml``)."""

    renderer_classes = [
        OpenApiJsonRenderer2,
        OpenApiJsonRenderer,
        OpenApiYamlRenderer2,
        OpenApiYamlRenderer,
    ]


def docs(request: HttpRequest) -> HttpResponse:
    """Swagger UI from our own files; it works under the site's Content-Security-Policy."""
    return render(request, "api/docs.html")
