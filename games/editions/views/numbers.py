"""Pages of the printed numbers: an edition, a board with its form and proposals, a new edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from drawing.export.board import board_picture
from drawing.language.words import SITES as SITE_TITLES
from drawing.text.rules.addresses import SITES
from engine.editions import DEFAULT_EDITION, Tables, load_edition, unplayed
from engine.vocabulary import Side, Site
from games.accounts.factors import moderates, second_factor_redirect
from games.current_account import account_of
from games.editions.board_drawing import lettered_board
from games.editions.board_layout import (
    CELLS,
    board_cells,
    board_groups,
    board_title,
    growing_rows,
    shape_outline,
)
from games.editions.forms import BoardForm, BoxForm, EditionForm
from games.editions.services import editions, proposals
from games.editions.services.proposals import (
    BOARDS,
    PROPHECIES,
    Version,
    board_numbers,
    board_table,
    versions_of,
)
from games.editions.services.wrong_editions import mark_edition_wrong, wrong_editions
from games.models import Account, Edition, NumberProposal
from games.rulebook.examples import plain_setup
from games.rulebook.views import framed
from web.errors import NotAllowed, ServiceError
from web.form_actions import carried_out
from web.packing import themed_response
from web.priorities import heavy

CONFIDENCE: Final = {
    "text": gettext_lazy("in the rules"),
    "agreed": gettext_lazy("sources agree"),
    "derived": gettext_lazy("follows from the rules"),
    "provisional": gettext_lazy("not checked yet"),
}


@heavy
@require_safe
def printed_numbers(request: HttpRequest) -> HttpResponse:
    """Every number of an edition, with its source and confidence."""
    choices, wrong = editions.edition_choices(), wrong_editions()
    edition = request.GET.get("edition", "") or editions.newest_edition()
    if edition not in choices:
        raise Http404("no such edition")
    proposed = [version.board for version in versions_of()]
    boards = [_board(edition, board) | {"versions": proposed.count(board)} for board in BOARDS]
    context = framed(
        name="numbers",
        edition=edition,
        row=Edition.objects.select_related("made_by", "wrong_decision")
        .filter(name=edition)
        .first(),
        others=[(name, name in wrong) for name in choices if name != edition],
        boards=boards,
        provisional=[board for board in boards if board["confidence"] == "provisional"],
        unplayed=unplayed(load_edition(edition)),
        moderates=moderates(request.user),
    )
    if context["moderates"]:
        context["partly_played"] = [name for name in choices if unplayed(load_edition(name))]
    return render(request, "games/rules/numbers.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def board_numbers_page(request: HttpRequest, name: str) -> HttpResponse:
    """A board: its numbers, a form next to its drawing, and the proposals of owners. The address
    says how many spaces the form has (``?corridor=16``)."""
    if name not in BOARDS:
        raise Http404("no such board")
    edition = editions.newest_edition()
    present, sizes = board_numbers(edition, name), request.GET.dict()
    if request.method != "POST":
        return _board_page(request, edition, BoardForm(name, present, sizes))
    if "compare" in request.POST:
        form = BoardForm(name, present, sizes, initial=request.POST.dict())
        return _board_page(request, edition, form, compared=True)
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={request.path}")
    form = BoardForm(name, present, sizes, request.POST)
    if form.is_valid() and _proposed(request, form):
        return redirect(f"{reverse('numbers-board', args=[name])}#said")
    return _board_page(request, edition, form, compared=True, status=400)


@require_safe
def edition_toml(request: HttpRequest, name: str) -> HttpResponse:
    """The file of an edition."""
    text = editions.edition_text(name)
    if text is None:
        raise Http404("no such edition")
    answer = HttpResponse(text, content_type="application/toml; charset=utf-8")
    answer["Content-Language"] = "zxx"  # no language (RFC 5646)
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer


@require_POST
@login_required
def confirm_proposal(request: HttpRequest, number: int) -> HttpResponse:
    """Confirm the numbers of another account."""
    form = BoxForm(request.POST)

    def confirm(account: Account, row: NumberProposal) -> None:
        box = form.cleaned_data
        proposals.confirm_numbers(account, row, box["box"], box["year"])

    if form.is_valid():
        return _board_after(request, number, confirm, _("Thank you. You confirmed these numbers."))
    messages.error(request, _("Choose the language of your box and enter its year."))
    return _board_after(request, number, lambda account, row: None, "")


@require_POST
@login_required
def withdraw_proposal(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraw one's own numbers, or one's confirmation."""
    return _board_after(request, number, proposals.withdraw_numbers, _("Withdrawn."))


@require_POST
@login_required
def hide_proposal_note(request: HttpRequest, number: int) -> HttpResponse:
    """Hide a note, as a moderator."""
    return _board_after(request, number, proposals.hide_note_of_proposal, _("The note is hidden."))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def make_edition_page(request: HttpRequest) -> HttpResponse:
    """A moderator chooses versions, previews the changes, and makes an edition."""
    if (detour := second_factor_redirect(request, request.get_full_path())) is not None:
        return detour
    fields = request.POST if request.method == "POST" else request.GET
    form = EditionForm(fields if "word" in fields else None, choices=editions.offered_editions())
    versions = versions_of()
    chosen = [str(value) for key, value in fields.items() if key.startswith("board.") and value]
    preview, refused = None, ""
    if form.is_valid():
        base, word = form.cleaned_data["base"], form.cleaned_data["word"]
        try:
            preview = editions.preview_edition(base, word, chosen)
            if request.method == "POST":
                name, cleaned = fields.get("name", ""), form.cleaned_data
                row = editions.make_edition(
                    *(account_of(request), base, word, chosen),
                    *(name, cleaned["reason"]),
                )
                messages.success(request, _("Edition %(name)s has been made.") % {"name": row.name})
                return redirect(f"{reverse('numbers')}?edition={row.name}")
        except NotAllowed as refusal:
            raise PermissionDenied(refusal.message) from None
        except ServiceError as refusal:
            refused = refusal.message
    changes = preview.changes if preview else ()
    context = {
        "form": form,
        "versions": [
            {
                "version": version,
                "title": board_title(version.board),
                "groups": board_groups(version.board, version.numbers),
                "chosen": version.digest in chosen,
            }
            for version in versions
        ],
        "chosen": [version for version in versions if version.digest in chosen],
        "preview": preview,
        "changes": [(board_title(board), *change) for board, *change in changes],
        "refused": refused,
        "needed": proposals.NEEDED,
    }
    return render(request, "games/numbers_make.html", context, status=400 if refused else 200)


# --- inside -------------------------------------------------------------------


def _board_after(
    request: HttpRequest,
    number: int,
    act: Callable[[Account, NumberProposal], object],
    done: str,
) -> HttpResponse:
    """Call `act` on a proposal for the account, and go back to the board."""
    row = get_object_or_404(NumberProposal.objects.select_related("account"), pk=number)
    carried_out(request, lambda: act(account_of(request), row), done)
    return redirect(f"{reverse('numbers-board', args=[row.board])}#said")


def _proposed(request: HttpRequest, form: BoardForm) -> bool:
    """Store the numbers of a valid form; a refusal becomes an error of the form."""
    box = form.cleaned_data
    try:
        proposals.propose_numbers(
            *(account_of(request), form.board, form.table, box["box"], box["year"], box["note"])
        )
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    except ServiceError as refusal:
        form.add_error(None, refusal.message)
        return False
    messages.success(
        request, _("Thank you. Your numbers are saved. Other owners can now confirm them.")
    )
    return True


def _board_page(
    request: HttpRequest, edition: str, form: BoardForm, compared: bool = False, status: int = 200
) -> HttpResponse:
    name, user, labels = form.board, request.user, {}
    if compared:
        form.mark_differences()
    drawing = lettered_board(name, form.spaces)
    for group in form.layout:
        labels[group.rows[0].cells[0].key.partition(".")[0]] = group.title
    sizes = [
        (labels[key], key, len(form.spaces[key]), shape)  # type: ignore[arg-type]
        for key, shape in growing_rows(name).items()
    ]
    context = framed(
        name="numbers",
        board=_board(edition, name),
        edition=edition,
        drawing=drawing,
        groups=form.groups(drawing.letters if drawing else {}),
        compared=compared,
        sizes=sizes,
        form=form,
        versions=[_version(version, form.present, user.pk) for version in versions_of(name)],
        shapes=[(shape, shape_outline(shape)) for shape in CELLS] if "path" in form.present else (),
        moderates=moderates(user),
    )
    return render(request, "games/rules/numbers_board.html", context, status=status)


def _board(edition: str, name: str) -> dict[str, object]:
    """A board of an edition for the templates."""
    table = board_table(edition, name)
    site, _point, side = name.partition(".")
    picture = ""
    if name != PROPHECIES and edition == DEFAULT_EDITION:
        picture = reverse("rules-board", args=[SITES[Site.read(site)], side])
    elif name != PROPHECIES:
        picture = reverse("numbers-picture", args=[edition, name])
    return {
        "name": name,
        "title": board_title(name),
        "site": SITE_TITLES[Site.read(site)] if side else "",
        "side": side,
        "groups": board_groups(name, table),
        "source": table["source"],
        "confidence": table["confidence"],
        "sure": CONFIDENCE[str(table["confidence"])],
        "picture": picture,
    }


def _version(version: Version, present: Tables, viewer: int | None) -> dict[str, object]:
    """A version for the page of its board; cells that differ by their keys."""
    authored = [row for row in version.proposals if row.account_id == viewer]
    confirmed = [
        row
        for row in version.proposals
        if any(confirmation.account_id == viewer for confirmation in row.confirmations.all())
    ]
    cells = {cell.key: cell.value for cell in board_cells(version.board, present)}
    return {
        "version": version,
        "groups": board_groups(version.board, version.numbers),
        "differing": {
            cell.key
            for cell in board_cells(version.board, version.numbers)
            if cell.value != cells.get(cell.key)
        },
        "same": version.numbers == present,
        "withdrawable": [*authored, *confirmed],
        "may_confirm": not authored and not confirmed,
        "first": version.proposals[0],
        "notes": [row for row in version.proposals if row.note],
    }


@require_POST
@login_required
def mark_edition(request: HttpRequest, edition: str) -> HttpResponse:
    """A moderator marks an edition of the site as wrong."""
    if (detour := second_factor_redirect(request, reverse("numbers"))) is not None:
        return detour
    reason = request.POST.get("reason", "")
    carried_out(
        request,
        lambda: mark_edition_wrong(account_of(request), edition, reason),
        _("The edition %(name)s is marked as wrong.") % {"name": edition},
    )
    return redirect(f"{reverse('numbers')}?{urlencode({'edition': edition})}")


@require_safe
def board_of_edition(request: HttpRequest, edition: str, name: str) -> HttpResponse:
    """A side of a site with the numbers of an edition of this site."""
    word, _point, letter = name.partition(".")
    site, side = Site.words().get(word), Side.words().get(letter)
    if site is None or side is None or edition not in editions.edition_choices():
        raise Http404("no such board")
    setup = replace(plain_setup(side, 4), edition=edition)
    return themed_response(request, board_picture(setup, site))
