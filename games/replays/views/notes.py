"""Notes on the steps of a game."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.current_account import account_of
from games.models import Account, Game, Note
from games.replays.forms import HideForm, NoteForm
from games.replays.services import notes
from games.replays.views.replay import game_with_step
from games.replays.whatif.code import branch_address, unpack_branch
from web.errors import NotAllowed, ServiceError
from web.form_actions import carried_out


def notes_tools(request: HttpRequest, game: Game, ply: int) -> dict[str, object]:
    """Context of the notes next to a replay; ``new_at`` is for a script, with ``{ply}`` in it."""
    account = request.user
    new = reverse("note-new", args=[game.pk, ply])
    visible = notes.notes_for(account, game)
    return {
        "visible": visible,
        "here": sum(1 for row in visible if row.note.ply == ply),
        "ply": ply,
        "base": reverse("game", args=[game.pk]),
        "new": new,
        "new_at": new.replace(f"/{ply}/notes/", "/{ply}/notes/"),
        "form": NoteForm(auto_id="note-%s") if account.is_authenticated else None,
        "moderates": isinstance(account, Account) and account.is_moderator,
    }


@require_POST
def new_note(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """Write one; a form that is wrong comes back on a page of its own, as it was filled in."""
    game = game_with_step(game_id, ply)
    step_url = reverse("game-at", args=[game_id, ply])
    account = request.user
    if not isinstance(account, Account):
        return redirect_to_login(step_url)
    form = NoteForm(request.POST)

    def write() -> None:
        typed = form.cleaned_data
        content = (typed["kind"], typed["text"], typed["public"])
        notes.write_note(account, game, ply, *content, unpack_branch(typed["m"]))

    if form.is_valid() and _saved(request, form, write):
        branch = unpack_branch(form.cleaned_data["m"])
        return redirect(branch_address(game_id, ply, branch) if branch else f"{step_url}#notes")
    return _form_page(request, form, game.pk, ply)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_note(request: HttpRequest, note_id: int) -> HttpResponse:
    """Change one's own; another account's is not there."""
    row = _author_note(request, note_id)
    step_url = reverse("game-at", args=[row.game_id, row.ply])
    if request.method != "POST":
        form = NoteForm({"kind": row.kind, "text": row.text, "public": row.public})
        return _form_page(request, form, row.game_id, row.ply, row)
    form = NoteForm(request.POST)

    def change() -> None:
        typed = form.cleaned_data
        notes.change_note(row.account, row, typed["kind"], typed["text"], typed["public"])

    if form.is_valid() and _saved(request, form, change):
        return redirect(f"{step_url}#notes")
    return _form_page(request, form, row.game_id, row.ply, row)


@require_POST
@login_required
def delete_note(request: HttpRequest, note_id: int) -> HttpResponse:
    row = _author_note(request, note_id)
    notes.remove_note(row.account, row)
    messages.success(request, _("The note is deleted."))
    return redirect(f"{reverse('game-at', args=[row.game_id, row.ply])}#notes")


@require_POST
@login_required
def hide_note(request: HttpRequest, note_id: int) -> HttpResponse:
    """A moderator hides a public note, with a reason that goes on the record."""
    row = get_object_or_404(Note.objects.filter(public=True), pk=note_id)
    form = HideForm(request.POST)
    reason = form.data.get("reason", "")
    hidden = _("The note is hidden.")
    carried_out(request, lambda: notes.hide(account_of(request), row, reason), hidden)
    return redirect(f"{reverse('game-at', args=[row.game_id, row.ply])}#notes")


# --- inside -------------------------------------------------------------------


def _author_note(request: HttpRequest, note_id: int) -> Note:
    account = request.user
    assert isinstance(account, Account)
    rows = Note.objects.select_related("account").filter(account=account)
    return get_object_or_404(rows, pk=note_id)


def _form_page(
    request: HttpRequest, form: NoteForm, game_id: str, ply: int, row: Note | None = None
) -> HttpResponse:
    context = {"form": form, "game_id": game_id, "ply": ply, "note": row}
    wrong = request.method == "POST"
    return render(request, "games/note.html", context, status=400 if wrong else 200)


def _saved(request: HttpRequest, form: NoteForm, act: Callable[[], object]) -> bool:
    """True if it was done; if not, the form says why."""
    try:
        act()
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    except ServiceError as refusal:
        form.add_error(None, refusal.message)
        return False
    messages.success(request, _("Your note is saved."))
    return True
