"""Notes on the steps of a game."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.api_permissions import MayNote, has_one_of, requesting_account
from games.accounts.tokens import TokenScope
from games.limits import BRANCH_BYTES, NOTE_CHARACTERS
from games.models import Account, Game, Note
from games.replays.services import notes
from games.replays.services.notes import VisibleNote
from web.api.base import SAFE, ApiView
from web.api.schema import OPEN_TO_ALL, problems

KINDS: Final = list(Note.Kind.values)


class NoteRow(serializers.Serializer[VisibleNote]):
    """A note, as your account may see it."""

    id = serializers.IntegerField(source="note.pk")
    ply = serializers.IntegerField(
        source="note.ply", help_text="the entry that it is about; 0: the start"
    )
    kind = serializers.ChoiceField(source="note.kind", choices=KINDS)
    text = serializers.CharField(source="note.text")
    branch = serializers.CharField(
        source="note.branch",
        help_text="the entries of a what-if that goes on from the step, one a line; empty: none",
    )
    public = serializers.BooleanField(source="note.public")
    handle = serializers.CharField(source="note.account.username")
    colour = serializers.CharField(help_text="of the author’s stones; empty: did not play")
    own = serializers.BooleanField(source="is_author", help_text="whether it is your own")
    at = serializers.DateTimeField(source="note.at")
    edited_at = serializers.DateTimeField(source="note.edited_at", allow_null=True)
    hidden_at = serializers.DateTimeField(
        source="note.hidden_at", allow_null=True, help_text="by a moderator"
    )


class NoteInput(serializers.Serializer[Any]):
    ply = serializers.IntegerField(min_value=0, max_value=1_000_000)
    kind = serializers.ChoiceField(choices=KINDS)
    text = serializers.CharField(max_length=NOTE_CHARACTERS, trim_whitespace=False)
    branch = serializers.CharField(
        max_length=BRANCH_BYTES,
        default="",
        allow_blank=True,
        help_text="entries that go on from the step, one a line: a what-if to keep with the note",
    )
    public = serializers.BooleanField(default=False)


class Notes(ApiView):
    """The notes on a game: everybody's public ones, and one's own."""

    public = False
    serializer_class = NoteRow

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny() if self.request.method in SAFE else MayNote()]

    def game(self) -> Game:
        return get_object_or_404(Game.objects.only("entries"), pk=self.kwargs["game_id"])

    @extend_schema(
        operation_id="notes_list",
        auth=OPEN_TO_ALL,
        responses={200: NoteRow(many=True), **problems(404)},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Notes by step: the public ones, and your own for a token with `read` or `note`."""
        visible = notes.notes_for(_reader(request), self.game())
        return Response(self.get_serializer(visible, many=True).data)

    @extend_schema(
        operation_id="note_write",
        request=NoteInput,
        responses={201: NoteRow, **problems(404, 413, 415)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Write a note on a step. It is private unless `public`."""
        game, account = self.game(), requesting_account(request)
        typed = self.read(NoteInput)
        content = (typed["kind"], typed["text"], typed["public"])
        branch = typed["branch"].splitlines()
        note = notes.write_note(account, game, typed["ply"], *content, branch)
        return Response(self.get_serializer(notes.note_for_author(note)).data, 201)


class NoteDetail(ApiView):
    """One's own note; another account's is not there."""

    public = False
    permission_classes = [MayNote]
    serializer_class = NoteRow

    @extend_schema(operation_id="note_delete", responses={204: None, **problems(404)})
    def delete(self, request: Request, game_id: str, note_id: int) -> Response:
        """Delete a note of yours."""
        account = requesting_account(request)
        rows = Note.objects.select_related("account").filter(game=game_id, account=account)
        notes.remove_note(account, get_object_or_404(rows, pk=note_id))
        return Response(status=204)


def _reader(request: Request) -> Account | AnonymousUser:
    """Reader of private notes: a session, or a token with the scope."""
    if not has_one_of(request, TokenScope.READ, TokenScope.NOTE):
        return AnonymousUser()
    return requesting_account(request)
