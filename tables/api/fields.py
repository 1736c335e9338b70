"""Fields that take what they say and nothing that could be made into it."""

from __future__ import annotations

from rest_framework import serializers

from engine.computer import LEVELS
from engine.vocabulary import Colour

COLOURS = [(colour.word, colour.word) for colour in Colour]
LEVEL_NAMES = [(name, name) for name in LEVELS]


class StrictCharField(serializers.CharField):
    """A string: no number, no boolean. Without a NUL, which no database keeps."""

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """A whole number: no string, no boolean."""

    def to_internal_value(self, data: object) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float) or data != int(data):
            self.fail("invalid")
        return super().to_internal_value(int(data))


class StrictBooleanField(serializers.BooleanField):
    """``true`` or ``false``."""

    def to_internal_value(self, data: object) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
