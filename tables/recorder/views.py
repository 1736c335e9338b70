"""The recorder: a phone on the table writes down a game while it is played. One page, the same for
everybody; what it needs of an account it asks the API, and without a network it does without."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from drawing.language.words import SITES, colour_name
from drawing.text.names import MODULE_PICTURES, MODULES
from engine import DEFAULT_EDITION
from engine.setup import MAX_SEATS, MIN_SEATS
from engine.vocabulary import Colour, Side, Site
from games.editions import offered_editions
from games.limits import CODE_MINUTES
from tables.recorder import files, runtime
from tables.recorder.archive import engine_archive
from tables.recorder.files import board_picture_url, urls
from tables.recorder.messages import recorder_messages
from tables.words import PROFILE_TITLES
from web.languages import by_address, supported_language

Words = dict[str, object]


@require_safe
@ensure_csrf_cookie
def recorder_page(request: HttpRequest) -> HttpResponse:
    """The list of games that are being recorded, the set-up, the table, the end."""
    context = {
        "words": recorder_messages(),
        "laid": laid(),
        "sites": sites(),
        "sides": [side.word for side in Side],
        "modules": [
            (module.word, name, MODULE_PICTURES[module]) for module, name in MODULES.items()
        ],
        "colours": [(colour.word, capfirst(colour_name(colour))) for colour in Colour],
        "seats": range(MIN_SEATS, MAX_SEATS + 1),
        "editions": offered_editions(),
        "edition": DEFAULT_EDITION,
        "profiles": list(PROFILE_TITLES.items()),
        "minutes": CODE_MINUTES,
        "engine": urls(get_language()),
        "api": reverse("api-drafts").removesuffix("drafts"),
    }
    return render(request, "tables/record/record.html", context)


def sites() -> list[Words]:
    """Each site with the pictures of its sides."""
    return [
        {
            "word": site.word,
            "title": str(SITES[site]),
            "sides": [(side.word, board_picture_url(site, side)) for side in Side],
        }
        for site in Site
    ]


def laid() -> Words:
    """Words that ``static/js/recorder/table_markup.js`` puts around the drawing."""
    return {
        "larger": _("%(what)s: enlarge") % {"what": "%s"},
        "close": _("Close"),
        "modules": _("Modules"),
        "toMove": _("to move"),
        "resigned": _("resigned"),
        "toDraw": _("to draw"),
        "discarded": _("discarded"),
        "quarry": _("stones left in the quarry"),
        "points": _("Points so far"),
        "prospect": _("If the game ended now"),
        "stones": _("stones"),
        "stonesHere": _("%(name)s: stones here, and the points that they are worth now")
        % {"name": "%s"},
        "worthNow": _("worth now:"),
        "doubt": _("The numbers on this side are provisional. They stand in for the printed ones."),
        "colours": {colour.word: colour_name(colour) for colour in Colour},
    }


# --- the engine and the files of the recorder, for a browser ---------------


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
