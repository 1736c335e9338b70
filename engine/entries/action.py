"""Base class of actions: form, text, and interning of equal ones."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, TypeVar, cast

from engine.entries.forms import Form

Space = tuple[int, int]
"""A space of a ship: (ship, space), both from 1."""


class Action:
    """Anything that an entry of a log says: a frozen dataclass, its fields in the order of the
    words of its `form`, which is stated below each class.

    (Inside the class, or in a decorator, the compiler would take it for a field or give up.)
    """

    __match_args__: ClassVar[tuple[str, ...]]
    form: ClassVar[Form]
    _text: str = ""

    @property
    def text(self) -> str:
        """The entry without its actor, in canonical form (``docs/log-format.md``)."""
        if not self._text:
            values = tuple(getattr(self, name) for name in self.__match_args__)
            object.__setattr__(self, "_text", self.form.write(values))
        return self._text


class Outcome(Action):
    """An action of the bank: what chance decided."""


class Entry(NamedTuple):
    """An entry: its seat (``BANK`` for chance) and its action."""

    seat: int
    action: Action


_tuple: Final = tuple.__new__


def entry_of(seat: int, action: Action) -> Entry:
    """``Entry(seat, action)``, without the Python code that a named tuple brings for that."""
    return _tuple(Entry, (seat, action))


A = TypeVar("A", bound=Action)


def ascending(action: Action, field: str) -> None:
    """Put a field whose order means nothing in ascending order, when `action` is made."""
    values = getattr(action, field)
    if list(values) != sorted(values):
        object.__setattr__(action, field, tuple(sorted(values)))


def interned(kind: type[A], *arguments: object) -> A:
    """The one `kind` with these arguments: equal actions are the same object, quick to find."""
    return cast(A, _interned(kind, *arguments))  # type: ignore[arg-type]  # a class is hashable


@lru_cache(maxsize=1 << 14)
def _interned(kind: type[Action], *arguments: object) -> Action:
    return kind(*arguments)
