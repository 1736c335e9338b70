"""The printed numbers: all of an edition, those of a board, what owners of the box say of it."""

from __future__ import annotations

from typing import Final, cast

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

from drawing.rules.addresses import SITES
from engine.editions import DEFAULT_EDITION, Tables, load_edition
from engine.vocabulary import Site
from games.accounts.current import account_of
from games.forms import BoxForm, EditionForm
from games.models import Edition, NumberProposal
from games.moderation.guards import kept_out, moderates
from games.rulebook.views import framed
from games.rules.drawn import drawn
from games.rules.printed import Part, parts, title_of
from games.rules.shapes import CELLS, picture
from games.rules.typed import empty, read
from games.services import editions, numbers
from games.services.numbers import BOARDS, PROPHECIES, Version, table_of, versions_of
from web.errors import NotAllowed, ServiceError
from web.form_actions import carried_out

CONFIDENCE: Final = {
    "text": gettext_lazy("stated in a rulebook"),
    "agreed": gettext_lazy("sources agree"),
    "derived": gettext_lazy("follows from the texts"),
    "provisional": gettext_lazy("provisional"),
}


@require_safe
def printed(request: HttpRequest) -> HttpResponse:
    """Every number of an edition, with its source and how sure it is."""
    offered = editions.offered()
    edition = request.GET.get("edition", "") or editions.newest()
    if edition not in offered:
        raise Http404("no such edition")
    said: dict[str, int] = {}
    for version in versions_of():
        said[version.board] = said.get(version.board, 0) + 1
    boards = [{**_board(edition, board), "said": said.get(board, 0)} for board in BOARDS]
    context = framed(
        name="numbers",
        edition=edition,
        row=Edition.objects.select_related("made_by").filter(name=edition).first(),
        offered=offered,
        boards=boards,
        provisional=[one for one in boards if one["confidence"] == "provisional"],
        moderates=moderates(request.user),
    )
    return render(request, "games/rules/numbers.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest, name: str) -> HttpResponse:
    """One board: its numbers, a form that is drawn as the board, what owners say."""
    if name not in BOARDS:
        raise Http404("no such board")
    present = table_of(editions.newest(), name)
    if request.method == "POST":
        return _proposed(request, name, present)
    form = BoxForm()
    shown = empty(name, present, request.GET.dict(), keep="keep" in request.GET)
    return _board_page(request, name, parts(name, shown), form, request.GET.dict())


@require_safe
def toml(request: HttpRequest, name: str) -> HttpResponse:
    """An edition as its file."""
    found = editions.text_of(name)
    if found is None:
        raise Http404("no such edition")
    answer = HttpResponse(found, content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer


@require_POST
@login_required
def confirm(request: HttpRequest, number: int) -> HttpResponse:
    """Another account has the same on its box."""
    row = get_object_or_404(NumberProposal, pk=number)
    form = BoxForm(request.POST)
    there = redirect(f"{reverse('numbers-board', args=[row.board])}#said")
    if not form.is_valid():
        messages.error(request, _("Say in which language your box is, and its year."))
        return there
    box, year = form.cleaned_data["box"], form.cleaned_data["year"]
    account = account_of(request)
    done = _("Thank you: you have the same on your box.")
    carried_out(request, lambda: numbers.confirm(account, row, box, year), done)
    return there


@require_POST
@login_required
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """One's own numbers, or one's confirmation."""
    row = get_object_or_404(NumberProposal, pk=number)
    done = _("Taken back.")
    carried_out(request, lambda: numbers.withdraw(account_of(request), row), done)
    return redirect(f"{reverse('numbers-board', args=[row.board])}#said")


@require_POST
@login_required
def hide(request: HttpRequest, number: int) -> HttpResponse:
    """A moderator hides a note."""
    row = get_object_or_404(NumberProposal.objects.select_related("account"), pk=number)
    done = _("The note is hidden.")
    carried_out(request, lambda: numbers.hide_note(account_of(request), row), done)
    return redirect(f"{reverse('numbers-board', args=[row.board])}#said")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def make(request: HttpRequest) -> HttpResponse:
    """A moderator sees what agrees, what would change, and makes an edition of it."""
    if (elsewhere := kept_out(request, request.get_full_path())) is not None:
        return elsewhere
    offered = editions.offered()
    data = request.POST if request.method == "POST" else request.GET
    form = EditionForm(data if "word" in data else None, offered=offered)
    versions = versions_of()
    chosen = [str(value) for key, value in data.items() if key.startswith("board.") and value]
    seen, refused = None, ""
    if form.is_valid():
        base, word = form.cleaned_data["base"], form.cleaned_data["word"]
        try:
            seen = editions.preview(base, word, chosen)
            if request.method == "POST":
                name, why = data.get("name", ""), form.cleaned_data
                row = editions.make(
                    *(account_of(request), base, word, chosen),
                    *(name, why["reason"], why["unweighed"]),
                )
                messages.success(request, _("The edition %(name)s is made.") % {"name": row.name})
                return redirect(f"{reverse('numbers')}?edition={row.name}")
        except NotAllowed as refusal:
            raise PermissionDenied(refusal.message) from None
        except ServiceError as refusal:
            refused = refusal.message
    context = {
        "form": form,
        "boards": _choices(versions, chosen),
        "chosen": [one for one in versions if one.digest in chosen],
        "seen": seen,
        "weighed": seen is not None and editions.weighed(seen.text),
        "changes": [(title_of(board), *rest) for board, *rest in seen.changes] if seen else (),
        "refused": refused,
        "needed": numbers.NEEDED,
    }
    return render(request, "games/numbers_make.html", context, status=400 if refused else 200)


# --- inside -------------------------------------------------------------------


def _proposed(request: HttpRequest, name: str, present: Tables) -> HttpResponse:
    sizes = {key.removeprefix("size."): str(value) for key, value in request.POST.items()}
    shown = empty(name, present, sizes, keep=False)
    if "compare" in request.POST:
        form = BoxForm(initial=request.POST.dict())
        typed_parts = parts(name, shown, typed=request.POST.dict())
        return _board_page(request, name, typed_parts, form, sizes, compared=True)
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={request.path}")
    typed = read(name, present, request.POST.dict())
    form = BoxForm(request.POST)
    wrong = dict(typed.wrong)
    if form.is_valid() and not wrong:
        said = form.cleaned_data
        try:
            account = account_of(request)
            numbers.propose(account, name, typed.table, said["box"], said["year"], said["note"])
        except NotAllowed as refusal:
            raise PermissionDenied(refusal.message) from None
        except ServiceError as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("Thank you: your numbers are kept. Others compare them."))
            return redirect(f"{reverse('numbers-board', args=[name])}#said")
    if wrong:
        form.add_error(None, _("Some spaces have no number yet: they are marked."))
    typed_parts = parts(name, shown, typed=request.POST.dict(), wrong=wrong)
    return _board_page(request, name, typed_parts, form, sizes, compared=True, status=400)


def _board_page(
    request: HttpRequest,
    name: str,
    form_parts: list[Part],
    form: BoxForm,
    sizes: dict[str, str],
    *,
    compared: bool = False,
    status: int = 200,
) -> HttpResponse:
    edition = editions.newest()
    present, user = table_of(edition, name), request.user
    said = [_said(one, present, user.pk) for one in versions_of(name)]
    context = framed(
        name="numbers",
        board=_board(edition, name),
        edition=edition,
        drawn=drawn(name, present, sizes, form_parts, compared=compared),
        compared=compared,
        sizes=[part for part in form_parts if part.size],
        form=form,
        confirming=BoxForm(auto_id=False),
        said=said,
        shapes=[(one, picture(one)) for one in CELLS] if name == "obelisks.C" else (),
        needed=numbers.NEEDED,
        moderates=moderates(user),
    )
    return render(request, "games/rules/numbers_board.html", context, status=status)


def _board(edition: str, name: str) -> dict[str, object]:
    """A board of an edition, to be read."""
    found: object = load_edition(edition)
    for word in name.split("."):
        found = cast(Tables, found)[word]
    table = cast(Tables, found)
    confidence = str(table["confidence"])
    site, _point, side = name.partition(".")
    picture = ""
    if name != PROPHECIES and edition == DEFAULT_EDITION:
        picture = reverse("rules-board", args=[SITES[Site.read(site)], side])
    elif name != PROPHECIES:
        picture = reverse("numbers-picture", args=[edition, name])
    return {
        "name": name,
        "title": title_of(name),
        "parts": parts(name, table),
        "source": table["source"],
        "confidence": confidence,
        "sure": CONFIDENCE[confidence],
        "picture": picture,
    }


def _said(version: Version, present: Tables, viewer: int | None) -> dict[str, object]:
    """A version as the page of its board shows it."""
    mine = [one for one in version.proposals if one.account_id == viewer]
    confirmed = [
        proposal
        for proposal in version.proposals
        if any(one.account_id == viewer for one in proposal.confirmations.all())
    ]
    return {
        "version": version,
        "parts": parts(version.board, version.numbers, beside=present),
        "same": version.numbers == present,
        "mine": [*mine, *confirmed],
        "may_confirm": not mine and not confirmed,
        "first": version.proposals[0],
        "notes": [one for one in version.proposals if one.note],
    }


def _choices(versions: list[Version], chosen: list[str]) -> list[dict[str, object]]:
    """Each board of which something is said, with its versions."""
    boards = [board for board in BOARDS if any(one.board == board for one in versions)]
    return [
        {
            "name": board,
            "title": title_of(board),
            "versions": [
                {
                    "version": one,
                    "parts": parts(board, one.numbers),
                    "chosen": one.digest in chosen,
                }
                for one in versions
                if one.board == board
            ],
        }
        for board in boards
    ]
