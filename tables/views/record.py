"""The recorder: a phone on the table writes down a game while it is played. One page, the same for
everybody; what it needs of an account it asks the API, and without a network it does without."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from drawing.cards import HEIGHT, WIDTH
from drawing.names import MODULES
from drawing.rules.addresses import SITES as PAGES
from drawing.words import SITES, colour_name
from engine import DEFAULT_EDITION, edition_names
from engine.setup import MAX_SEATS, MIN_SEATS
from engine.vocabulary import Colour, Side, Site
from games.limits import CODE_MINUTES
from tables.words import PROFILE_TITLES

MARGIN: Final = 2
"""Around the picture of a card, in its units."""

Words = dict[str, object]


@require_safe
@ensure_csrf_cookie
def record(request: HttpRequest) -> HttpResponse:
    """The list of games that are being recorded, the set-up, the table, the end."""
    context = {
        "words": words(),
        "laid": laid(),
        "sites": sites(),
        "sides": [side.word for side in Side],
        "modules": [(module.word, name) for module, name in MODULES.items()],
        "colours": [(colour.word, capfirst(colour_name(colour))) for colour in Colour],
        "seats": range(MIN_SEATS, MAX_SEATS + 1),
        "editions": list(edition_names()),
        "edition": DEFAULT_EDITION,
        "profiles": list(PROFILE_TITLES.items()),
        "minutes": CODE_MINUTES,
        "engine": {"ready": False},
        "card_view": f"{-WIDTH / 2 - MARGIN} {-HEIGHT / 2 - MARGIN} {WIDTH + 2 * MARGIN} "
        f"{HEIGHT + 2 * MARGIN}",
    }
    return render(request, "tables/record/record.html", context)


def sites() -> list[Words]:
    """Each site with the pictures of its sides."""
    return [
        {
            "word": site.word,
            "title": str(SITES[site]),
            "sides": [
                (side.word, reverse("rules-board", args=[PAGES[site], side.word])) for side in Side
            ],
        }
        for site in Site
    ]


def laid() -> Words:
    """What ``static/js/record/table.js`` puts around the drawing."""
    return {
        "larger": _("%(what)s: larger") % {"what": "%s"},
        "close": _("Close"),
        "modules": _("Modules"),
        "toMove": _("to move"),
        "toDraw": _("to draw"),
        "discarded": _("discarded"),
        "quarry": _("stones left in the quarry"),
        "points": _("Points so far"),
        "prospect": _("If it ended here"),
        "stones": _("stones"),
        "stonesHere": _("%(name)s: stones here, and the points that they are worth now")
        % {"name": "%s"},
        "worthNow": _("worth now:"),
        "colours": {colour.word: colour_name(colour) for colour in Colour},
    }


def words() -> Words:
    """What the scripts of the recorder say; ``{…}`` is filled in."""
    return {
        "keeping": {
            "here": _("Kept in this browser."),
            "sending": _("Kept in this browser; on its way to the site."),
            "site": _("Kept in this browser and on the site."),
            "waiting": _("Kept in this browser. It goes to the site when there is a connection."),
            "stranger": _("Kept in this browser. Log in, and the site keeps it too."),
            "gone": _("Kept in this browser. It was deleted on the site."),
            "refused": _("Kept in this browser; the site does not take it: {why}"),
            "nowhere": _(
                "This browser keeps nothing. Save the game as a file before you close it."
            ),
        },
        "engine": {
            "starting": _("The rules are being loaded. You can go on in a few seconds."),
            "webassembly": _("This browser cannot run the rules (it has no WebAssembly)."),
            "network": _("The rules could not be fetched. Connect once, and open this page again."),
            "start": _("The rules could not be started in this browser."),
            "crash": _("The rules stopped. Nothing is lost: they are started again."),
            "missing": _("This site has not got what it takes to run the rules in a browser."),
        },
        "ask": {
            "player": _("{who}: {question}"),
            "bank": _("The bank: {question}"),
            "change": _("You are at entry {ply}: what you choose replaces it."),
            "left": _("still {number}"),
        },
        "misfit": {
            "entry": _("Entry {ply} does not fit any longer: {tried}. {why}."),
            "line": _("Line {line} cannot be read: {tried}. {why}."),
            "rest": _("Entries that wait behind it: {number}."),
        },
        "list": {
            "nobody": _("nobody named"),
            "entries": _("Entries: {number}"),
            "device": _("this device"),
            "site": _("the site"),
            "open": _("Go on"),
            "drop": _("Delete"),
            "sure": _("Delete this game here and on the site?"),
            "sent": _("uploaded"),
        },
        "end": {
            "total": _("Total"),
            "counted": _("You counted"),
            "same": _("You counted the same."),
            "differs": _("{who}: you counted {counted}, the entries give {given}."),
            "unfinished": _("The game is not over yet."),
            "sent": _("Uploaded. Its players are told."),
            "look": _("Look at the upload"),
            "later": _("It is uploaded as soon as there is a connection."),
            "login": _("Log in to upload it."),
            "refused": _("The site did not take it: {why}"),
        },
        "code": {
            "wrong": _("This code does not work: {why}"),
            "ends": _("It works once, until {time}."),
            "label": _("A code to photograph"),
            "large": _("The game is too long for a code. Save it as a file."),
        },
        "text": {"refused": _("Line {line}: {tried}. {why}.")},
        "setup": {
            "twice": _("Each colour sits once."),
            "meant": _("Did you mean {handle}?"),
        },
    }
