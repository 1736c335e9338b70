"""The description of the API, for programs and for people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.views import SpectacularAPIView

from web.priorities import heavy


@heavy
@method_decorator(gzip_page, name="dispatch")
class Description(SpectacularAPIView):
    """OpenAPI: JSON, or YAML on request (``?format=yaml``). Packed: it is the same for
    everybody, and has nothing secret beside what was asked."""

    renderer_classes = [
        OpenApiJsonRenderer2,
        OpenApiJsonRenderer,
        OpenApiYamlRenderer2,
        OpenApiYamlRenderer,
    ]


def docs(request: HttpRequest) -> HttpResponse:
    """Swagger UI from our own files; it works under the site's Content-Security-Policy."""
    return render(request, "api/docs.html")
