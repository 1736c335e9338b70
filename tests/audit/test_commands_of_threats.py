"""Commands and pages with which ``docs/threats.md`` lets an outsider check its promises."""

import re
import shlex
import sys
from pathlib import Path
from subprocess import run

import pytest
from django.core.management import get_commands
from django.urls import resolve

from audit.__main__ import _parser

TEXT = (Path(__file__).parents[2] / "docs" / "threats.md").read_text("utf-8")
SPANS = re.findall(r"`([^`\n]+)`", TEXT)
AUDITS = sorted({span for span in SPANS if span.startswith("python -m audit ")})
ENGINES = sorted({span for span in SPANS if span.startswith("python -m engine ")})
OPERATOR = TEXT.partition("### The operator of the server")[2].partition("\n### ")[0]
PROMISES = [line for line in OPERATOR.splitlines() if line.startswith("| does not ")]
MANAGED = sorted({span for span in SPANS if span.startswith("manage.py ")})
PAGES = ("/moderation/", "/about/record/", "/log/", "/releases/")


@pytest.mark.parametrize("command", AUDITS)
def test_the_audit_has_these_options(command: str) -> None:
    assert len(AUDITS) > 5
    options = _parser().parse_args(shlex.split(command)[3:])
    assert options.dump or options.proof


@pytest.mark.parametrize("command", ENGINES)
def test_the_engine_has_these_commands(command: str) -> None:
    assert len(ENGINES) == 3
    word = shlex.split(command)[3]
    arguments = [word] if word.startswith("-") else [word, "--help"]
    process = run([sys.executable, "-m", "engine", *arguments], capture_output=True, check=False)
    assert process.returncode == 0
    assert process.stdout


@pytest.mark.parametrize("command", MANAGED)
def test_the_site_has_these_commands(command: str) -> None:
    assert shlex.split(command)[1] in get_commands()


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise[2:40])
def test_each_promise_of_an_operator_has_a_command_or_a_page(promise: str) -> None:
    assert len(PROMISES) > 10
    check = promise.rstrip(" |").rpartition(" | ")[2]
    spans = set(re.findall(r"`([^`]+)`", check))
    assert spans & {*AUDITS, *ENGINES, *PAGES}


@pytest.mark.parametrize("page", PAGES)
def test_the_site_has_these_pages(page: str) -> None:
    assert page in SPANS
    assert resolve(page)
