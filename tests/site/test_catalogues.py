"""The words of the source and their catalogues. None of it asks a database."""

import gettext as gettext_module
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import django
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from django.apps import apps
from django.conf import settings as site
from django.core.checks import run_checks
from django.core.management import call_command
from django.utils import translation
from django.utils.dates import MONTHS
from django.utils.translation import gettext, trans_real

from engine.errors import Rule
from imhotep_site import catalogues
from imhotep_site.compiled_catalogues import catalogue_file, compile_outdated, outdated_catalogues

DJANGO = Path(django.__file__).parent / "conf" / "locale"
KEPT = Path(site.BASE_DIR, "locale")
SPOKEN = sorted(path.name for path in KEPT.iterdir() if path.is_dir())
"""The languages of the repository."""


@pytest.fixture
def other(settings: Any, tmp_path: Path) -> Iterator[None]:
    """A German catalogue of a test's own, which is not there yet."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.LOCALE_PATHS = [str(tmp_path / "other")]
    trans_real._translations.clear()  # type: ignore[attr-defined]
    yield
    trans_real._translations.clear()  # type: ignore[attr-defined]


@cache
def renewed(language: str) -> Catalog:
    return catalogues.renewed(language)


def test_the_words_of_python_templates_and_refusals_are_found() -> None:
    files = {message.words: message.file for message in catalogues.messages()}
    assert files["Harbour"] == "drawing/board/harbour.py"
    assert "templates/site/foot.html" in files.values()
    assert files[Rule.SLED_FULL.sentence] == "engine/errors.py"
    assert any(isinstance(words, tuple) for words in files)
    assert not any(str(file).startswith("tests/") for file in files.values())


def test_no_message_stands_alone_and_with_a_plural() -> None:
    """gettext has one place for both, and some versions of Python do not find the one alone."""
    messages = {(message.words, message.context) for message in catalogues.messages()}
    both = {words for words, context in messages if (words[0], context) in messages}
    assert both == set()


def test_a_catalogue_is_renewed_and_keeps_what_was_translated(
    other: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("makemessages", locale=["de"])
    assert "without a translation" in capsys.readouterr().out
    file = catalogue_file("de")
    text = file.read_text("utf-8")
    assert "Date" not in text.split("\n\n", 1)[0]
    text = text.replace('msgid "Harbour"\nmsgstr ""', 'msgid "Harbour"\nmsgstr "Hafen"')
    file.write_text(f'{text}\nmsgid "Gone"\nmsgstr "Weg"\n', "utf-8")
    call_command("makemessages", locale=["de"])
    once = file.read_text("utf-8")
    assert 'msgid "Harbour"\nmsgstr "Hafen"' in once
    assert "Gone" not in once
    call_command("makemessages", locale=["de"])
    assert file.read_text("utf-8") == once


def test_a_compiled_catalogue_is_read_by_django(other: None) -> None:
    call_command("makemessages", locale=["de"], verbosity=0)
    file = catalogue_file("de")
    text = file.read_text("utf-8")
    text = text.replace('msgid "Harbour"\nmsgstr ""', 'msgid "Harbour"\nmsgstr "Kaimauer"')
    file.write_text(text, "utf-8")
    call_command("compilemessages", verbosity=0)
    trans_real._translations.clear()  # type: ignore[attr-defined]
    with translation.override("de"):
        assert gettext("Harbour") == "Kaimauer"
        assert gettext("Rules") == "Rules"


def test_outdated_catalogues_alone_are_compiled(other: None) -> None:
    call_command("makemessages", locale=["de"], verbosity=0)
    file = catalogue_file("de")
    assert outdated_catalogues() == [file]
    compile_outdated()
    compiled = file.with_suffix(".mo")
    assert outdated_catalogues() == []
    assert sorted(file.parent.iterdir()) == [compiled, file]
    old = compiled.stat().st_mtime_ns
    compile_outdated()
    assert compiled.stat().st_mtime_ns == old
    os.utime(file, ns=(old + 1, old + 1))
    assert outdated_catalogues() == [file]


def test_a_catalogue_that_cannot_be_compiled_is_a_warning(other: None) -> None:
    call_command("makemessages", locale=["de"], verbosity=0)
    file = catalogue_file("de")
    file.with_suffix(f".{os.getpid()}").mkdir()  # where it would be written
    compile_outdated()
    assert [warning.id for warning in run_checks(tags=["catalogues"])] == ["imhotep.W034"]
    file.with_suffix(f".{os.getpid()}").rmdir()
    compile_outdated()
    assert run_checks(tags=["catalogues"]) == []


def test_no_compiled_catalogue_is_in_git() -> None:
    assert "*.mo" in Path(site.BASE_DIR, ".gitignore").read_text("utf-8").splitlines()


def test_the_languages_that_are_offered_have_catalogues() -> None:
    text = Path(site.BASE_DIR, "imhotep_site/settings/__init__.py").read_text("utf-8")
    offered = next(line for line in text.splitlines() if line.startswith("LANGUAGES ="))
    assert re.findall(r'"(\w+)"', offered) == ["en", *SPOKEN]
    assert SPOKEN == ["de", "es", "fr", "nl", "pl"]


@pytest.mark.parametrize("language", SPOKEN)
def test_no_message_is_without_a_translation(language: str) -> None:
    assert catalogues.faults(renewed(language)) == []


@pytest.mark.parametrize("language", SPOKEN)
def test_compiled_catalogues_say_what_is_written(language: str) -> None:
    """polib, which compiles them, and Babel, which writes them, read the same."""
    with catalogue_file(language).with_suffix(".mo").open("rb") as opened:
        compiled = read_mo(opened)
    messages = catalogues.read(language)
    assert translations(compiled) == translations(messages)
    assert compiled.num_plurals == messages.num_plurals
    assert compiled.plural_expr == messages.plural_expr


def translations(catalogue: Catalog) -> dict[tuple[str, str], tuple[str, ...]]:
    """By the words for one, which are a message's own (see above), and the context, of which Babel
    makes bytes where it reads compiled ones."""
    return {
        (texts(message.id)[0], texts(message.context or "")[0]): texts(message.string)
        for message in catalogue
        if message.id
    }


def texts(words: Any) -> tuple[str, ...]:
    words = words.decode() if isinstance(words, bytes) else words
    return (words,) if isinstance(words, str) else tuple(words)


@pytest.mark.parametrize("language", SPOKEN)
def test_the_catalogue_is_that_of_the_source(language: str) -> None:
    """``manage.py makemessages`` would change nothing."""
    renewed_lines = catalogues.po_text(renewed(language)).splitlines()
    stored_lines = catalogue_file(language).read_bytes().splitlines()
    apart = set(renewed_lines) ^ set(stored_lines)
    assert not apart
    # to show where two texts of this length differ takes minutes
    is_equal = renewed_lines == stored_lines
    assert is_equal


@pytest.mark.parametrize("language", SPOKEN)
def test_no_word_of_django_becomes_another(language: str) -> None:
    """A message of ours that is one of Django's too stands in its place everywhere: months above
    all keep their names."""
    ours = {
        message.id: message.string for message in catalogues.read(language) if not message.context
    }
    months = gettext_module.translation("django", str(DJANGO), [language])
    for month in MONTHS.values():
        assert ours.get(str(month), "") in ("", months.gettext(str(month)))


def test_the_words_of_every_app_are_looked_for() -> None:
    names = {
        app_config.name
        for app_config in apps.get_app_configs()
        if Path(app_config.path).parent == site.BASE_DIR
    }
    assert names
    assert names <= set(catalogues.PACKAGES)
