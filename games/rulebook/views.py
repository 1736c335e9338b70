"""The rules: a first page that teaches the game, a page for each part, a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from drawing.export.board import board_picture, card_picture
from drawing.text.rules.addresses import SITES
from engine.setup import MAX_SEATS, MIN_SEATS
from engine.vocabulary import Card, Side, Site
from games.rulebook import summaries
from games.rulebook.book import PAGES, RulePage, book, search_rules
from games.rulebook.chapters import (
    RulePicture,
    module_pictures,
    plain_chapters,
    plain_opening,
    side_in_game,
)
from games.rulebook.examples import (
    MODULE_BLOCKS,
    TURN_ACTIONS,
    action_picture,
    example_picture,
    example_sentence,
    module_picture,
    plain_setup,
    start_picture,
)
from games.rulebook.rules_markdown import Section
from games.rulebook.summaries import Summary
from web.packing import themed_response
from web.priorities import heavy

LONGEST_SEARCH: Final = 80
SITE_OF: Final = {name: site for site, name in SITES.items()}
PLAYERS: Final = range(MIN_SEATS, MAX_SEATS + 1)
FEWEST_PLAYERS: Final = PLAYERS[0]
"""Number of players that a page is for unless its reader chooses: a first game is one of two."""

PICTURE_PLAYERS: Final = PLAYERS[-1]
NEW_DYNASTY: Final = "new-dynasty-cards"
EXACT_PAGES: Final = frozenset({"rulings", "examples", "about"})
"""Pages whose text is not folded: they are for those who look something up."""


class RuleChapter(NamedTuple):
    """A section of level 2 of a rule page in plain words, with the `sections` below it. Without a
    `sentence` it has its exact text alone. `printed`: the board whose numbers it shows."""

    section: Section
    title: str
    sentence: str = ""
    points: Sequence[str] = ()
    pictures: Sequence[RulePicture] = ()
    cards: Sequence[Summary] = ()
    board: str = ""
    printed: str = ""
    sections: Sequence[Section] = ()


@require_safe
def rules_start(request: HttpRequest) -> HttpResponse:
    """The game in two minutes, with the numbers of the reader's players."""
    players = _players(request)
    context = framed(
        short=summaries.first_sides(players),
        **_players_context(players),
        **summaries.edition_numbers(players),
    )
    return render(request, "games/rules/first.html", context)


@require_safe
def rules_page(request: HttpRequest, name: str) -> HttpResponse:
    rule_page = book().get(name)
    if rule_page is None:
        raise Http404("no such page of the rules")
    players = _players(request)
    chapters = list(_chapters(name, rule_page, players))
    has_cards = any(chapter.cards for chapter in chapters)
    context = framed(
        name=name,
        title=PAGES[name][1],
        page=rule_page,
        lead=plain_opening(name),
        is_plain=name not in EXACT_PAGES,
        chapters=chapters,
        provisional=[chapter for chapter in chapters if chapter.board],
        card_view=summaries.card_view(),
        symbols=summaries.card_pictures() if has_cards else "",
    )
    if name in SITE_OF or name == "game":
        context |= _players_context(players)
    return render(request, "games/rules/page.html", context)


@heavy
@require_safe
def side_picture(request: HttpRequest, name: str, side: str) -> HttpResponse:
    """A side of a site as a picture."""
    site, shape = _side_of(name, side)
    setup = plain_setup(shape, _players(request, PICTURE_PLAYERS))
    return themed_response(request, board_picture(setup, site))


@heavy
@require_safe
def example_of_side(request: HttpRequest, name: str, side: str) -> HttpResponse:
    """A side of a site in a game, as a picture."""
    site, shape = _side_of(name, side)
    return themed_response(request, example_picture(site, shape, _players(request)))


@heavy
@require_safe
def turn_picture(request: HttpRequest, action: str) -> HttpResponse:
    """The part of the table that an action of a turn changes, or that a module adds, as a
    picture."""
    if action == "play":
        hammer = card_picture(summaries.rules_with_side(Side.A), Card.HAMMER)
        return themed_response(request, hammer)
    players = _players(request)
    if action == "setup":
        return themed_response(request, start_picture(players))
    if action in MODULE_BLOCKS:
        return themed_response(request, module_picture(action, players))
    if action not in (*TURN_ACTIONS, "round"):
        raise Http404("no such action")
    return themed_response(request, action_picture(action, players))


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """The places that have all words of ``q``."""
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    return render(request, "games/rules/search.html", framed(query=query, hits=_hits(query)))


def framed(**context: object) -> dict[str, object]:
    """`context`, with what every page of the rules shows: the menu."""
    menu = [{"name": name, "title": title} for name, (_file, title) in PAGES.items()]
    return {"menu": menu, **context}


def _players(request: HttpRequest, default: int = FEWEST_PLAYERS) -> int:
    """The number of players that a page or a picture is for."""
    word = request.GET.get("players", "")
    return int(word) if word in map(str, PLAYERS) else default


def _players_context(players: int) -> dict[str, object]:
    query = "" if players == FEWEST_PLAYERS else f"?players={players}"
    return {"players": players, "player_choices": PLAYERS, "players_query": query}


def _side_of(name: str, side: str) -> tuple[Site, Side]:
    site, shape = SITE_OF.get(name), Side.words().get(side)
    if site is None or shape is None:
        raise Http404("no such side")
    return site, shape


def _chapters(name: str, page: RulePage, players: int) -> Iterator[RuleChapter]:
    """The chapters of a page: its sections of level 2, each with the sections below it."""
    parts = list[tuple[Section, list[Section]]]()
    for section in page.sections:
        if section.level > 2 and parts:
            parts[-1][1].append(section)
        else:
            parts.append((section, []))
    plain, short = plain_chapters(name, players), _in_short(name, players)
    for section, below in parts:
        if chapter := plain.get(section.id):
            cards = [card for card in summaries.cards() if card.colour in chapter.colours]
            yield RuleChapter(section, *chapter[:4], cards=cards, sections=below)
        elif (summary := short.get(section.id)) is not None:
            yield _summarised(name, section, summary, players)._replace(sections=below)
        else:
            yield RuleChapter(section, section.title, sections=below)


def _summarised(name: str, section: Section, summary: Summary, players: int) -> RuleChapter:
    """A side of a site with its pictures, or a module."""
    if name in SITE_OF:
        title = _("Side %s") % section.title
        example = example_sentence(SITE_OF[name], Side.words()[section.id], players)
        picture = side_in_game(name, section.id, players, PAGES[name][1], example)
        board = f"{SITE_OF[name].word}.{section.id}"
        return RuleChapter(
            section,
            title,
            summary.sentence,
            pictures=[picture],
            board=summary.board,
            printed=board,
        )
    cards = summaries.new_dynasty_cards() if section.id == NEW_DYNASTY else []
    return RuleChapter(
        section,
        summary.title,
        summary.sentence,
        summary.points,
        pictures=module_pictures(section.id),
        cards=cards,
        board=summary.board,
    )


def _in_short(name: str, players: int) -> dict[str, Summary]:
    """Summaries above sections, by anchor."""
    if name in SITE_OF:
        return summaries.sides(SITE_OF[name], players)
    return summaries.module_summaries() if name == "modules" else {}


def _hits(query: str) -> list[dict[str, object]]:
    """Search hits, with the titles of their pages."""
    return [{"page": PAGES[hit.page][1], "place": hit} for hit in search_rules(query)]
