"""Words are looked up once a language."""

from __future__ import annotations

import pytest
from django.utils.translation import get_language, override

from drawing.language import language_looked_up_once, once_a_language


def test_words_are_looked_up_once_a_language():
    lookups = []

    @once_a_language
    def ships(number: int) -> str:
        lookups.append((number, get_language()))
        return f"{number} {get_language()}"

    with override("en"):
        assert [ships(1), ships(2), ships(1)] == ["1 en", "2 en", "1 en"]
    with override("de"):
        assert [ships(1), ships(1)] == ["1 de", "1 de"]
    assert lookups == [(1, "en"), (2, "en"), (1, "de")]


def test_a_piece_of_work_asks_for_the_language_once(monkeypatch: pytest.MonkeyPatch):
    lookups = []

    def language() -> str:
        lookups.append(None)
        return "en"

    words = once_a_language(lambda number: str(number))
    monkeypatch.setattr("django.utils.translation.get_language", language)
    with language_looked_up_once():
        assert [words(number) for number in range(5)] == ["0", "1", "2", "3", "4"]
    assert len(lookups) == 1
    words(5)
    assert len(lookups) == 2
