"""The engine of a recording, as files for a browser. Addresses name what is in them, so that it may
be kept for ever."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tables.recorder import files, runtime
from tables.recorder.archive import engine_archive
from web.languages import by_address, supported_language

YEAR: Final = 365 * 24 * 3600


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def pyodide(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """A file of the runtime. Every browser takes gzip, so there is nothing else."""
    if version != runtime.VERSION or name not in runtime.FILES:
        raise Http404
    try:
        body = runtime.read_runtime_file(name)
    except OSError:
        raise Http404 from None
    headers = {"Content-Encoding": "gzip"}
    return HttpResponse(body, content_type=runtime.FILES[name], headers=headers)


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def python(request: HttpRequest, digest: str, language: str) -> HttpResponse:
    """Our modules for a language; those of another release are not here."""
    if supported_language(language) != language or engine_archive(language).digest != digest:
        raise Http404
    return HttpResponse(engine_archive(language).body, content_type="application/zip")


@require_safe
@cache_control(no_cache=True)
def worker_script(request: HttpRequest) -> HttpResponse:
    """The script of the worker: its policy is its own (``imhotep_site.policy``)."""
    return HttpResponse(files.worker_source(), content_type="text/javascript; charset=utf-8")


@require_safe
@by_address
@cache_control(no_cache=True)
def offline_list(request: HttpRequest) -> HttpResponse:
    """List of files that the service worker keeps."""
    return JsonResponse(files.offline_files(get_language() or ""))
