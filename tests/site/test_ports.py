"""The port of `games`: a site without a whole one does not pass its checks."""

from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from games import ports
from imhotep_site.pipeline import SitePort


def port_errors() -> list[str]:
    return [str(error.id) for error in run_checks() if error.id == "imhotep.E040"]


def test_the_site_connects_a_whole_port() -> None:
    assert isinstance(ports.port(), SitePort)
    assert port_errors() == []


def test_a_missing_port_fails_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_connected", None)
    assert port_errors() == ["imhotep.E040"]
    with pytest.raises(ImproperlyConfigured, match="no port of games is connected"):
        ports.port()


@pytest.mark.parametrize("method", sorted(name for name in vars(SitePort) if name[0] != "_"))
def test_a_port_that_lacks_a_method_fails_the_checks(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    methods: dict[str, Any] = {
        name: call for name, call in vars(SitePort).items() if name[0] != "_"
    }
    del methods[method]
    monkeypatch.setattr(ports, "_connected", type("Port", (), methods)())
    assert port_errors() == ["imhotep.E040"]


def test_every_method_of_the_port_is_the_sites() -> None:
    names = {name for name in vars(ports.Port) if name[0] != "_"}
    assert names == {name for name in vars(SitePort) if name[0] != "_"}
