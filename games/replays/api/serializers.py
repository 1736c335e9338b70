from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from games.limits import BRANCH_BYTES, NOTE_CHARACTERS
from games.models import Note
from games.replays.services.notes import NoteShown

KINDS: Final = list(Note.Kind.values)


class NoteRow(serializers.Serializer[NoteShown]):
    """A note as the asking account may see it."""

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
    own = serializers.BooleanField(help_text="whether it is your own")
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
