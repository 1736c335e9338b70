"""The rules: a first page that teaches the game, a page for each part, a search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from drawing.export.board import board_picture
from drawing.text.rules.addresses import SITES
from engine.vocabulary import Side
from games.rulebook import summaries
from games.rulebook.book import PAGES, book, search_rules
from games.rulebook.rules_markdown import Section
from games.rulebook.summaries import Summary
from web.packing import best_encoding, compress_body

LONGEST_SEARCH: Final = 80
SVG: Final = "image/svg+xml; charset=utf-8"
DAY_SECONDS: Final = 24 * 3600
SITE_OF: Final = {name: site for site, name in SITES.items()}


@require_safe
def rules_start(request: HttpRequest) -> HttpResponse:
    """The game in two minutes."""
    context = framed(short=summaries.first_sides(), **summaries.edition_numbers())
    return render(request, "games/rules/first.html", context)


@require_safe
def rules_page(request: HttpRequest, name: str) -> HttpResponse:
    rule_page = book().get(name)
    if rule_page is None:
        raise Http404("no such page of the rules")
    short, boards = _in_short(name), name in SITE_OF
    sections = [
        {
            "section": part,
            "title": _title(part, short),
            "short": short.get(part.id),
            "board": boards,
        }
        for part in rule_page.sections
    ]
    cards = summaries.cards() if name == "cards" else []
    context = framed(
        name=name,
        title=PAGES[name][1],
        page=rule_page,
        sections=sections,
        cards=cards,
        card_view=summaries.card_view(),
        symbols=summaries.card_pictures() if cards else "",
    )
    return render(request, "games/rules/page.html", context)


@require_safe
def side_picture(request: HttpRequest, name: str, side: str) -> HttpResponse:
    """A side of a site as a picture."""
    site, shape = SITE_OF.get(name), Side.words().get(side)
    if site is None or shape is None:
        raise Http404("no such side")
    return svg_response(request, board_picture(summaries.plain_setup(shape), site))


def svg_response(request: HttpRequest, svg: str) -> HttpResponse:
    encoding = best_encoding(request)
    answer = HttpResponse(compress_body(svg.encode(), encoding), content_type=SVG)
    if encoding:
        answer["Content-Encoding"] = encoding
    patch_vary_headers(answer, ["Accept-Encoding"])
    patch_cache_control(answer, public=True, max_age=DAY_SECONDS)
    return answer


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """The places that have all words of ``q``."""
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    return render(request, "games/rules/search.html", framed(query=query, hits=_hits(query)))


def framed(**context: object) -> dict[str, object]:
    """`context`, with what every page of the rules shows: the menu."""
    menu = [{"name": name, "title": title} for name, (_file, title) in PAGES.items()]
    return {"menu": menu, **context}


def _in_short(name: str) -> dict[str, Summary]:
    """Summaries above sections, by anchor."""
    if name in SITE_OF:
        return summaries.sides(SITE_OF[name])
    return summaries.module_summaries() if name == "modules" else {}


def _title(section: Section, short: Mapping[str, Summary]) -> str:
    """A side is called so; the title of another section is that of the text."""
    summary = short.get(section.id)
    if summary is None:
        return section.title
    return _("Side %s") % section.title if len(summary.title) == 1 else summary.title


def _hits(query: str) -> list[dict[str, object]]:
    """Search hits, with the titles of their pages."""
    return [{"page": PAGES[hit.page][1], "place": hit} for hit in search_rules(query)]
