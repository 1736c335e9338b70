"""The page of licences is what the locks and the installed packages say."""

from __future__ import annotations

import pytest

from tests import licences
from tests.test_house.source import ROOT


def test_the_page_is_made_from_the_locks() -> None:
    page = (ROOT / "docs" / "licences.md").read_text()
    assert page == licences.render(), "python -m tests.licences > docs/licences.md"


@pytest.mark.parametrize("name", licences.locked_packages("site.lock"))
def test_each_package_names_its_licence(name: str) -> None:
    assert licences.licence_of(name)


def test_each_package_of_npm_names_its_licence() -> None:
    assert all(licences.npm_licences().values())
