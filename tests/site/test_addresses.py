"""A living room: this machine's own addresses, those alone, and what is said of them."""

import socket
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from django.db import OperationalError

from imhotep_site.settings.environment import WrongSettings, read_variables
from imhotep_site.supervisor import CannotServe, addresses, stores

HOME = ["192.168.1.5", "172.17.0.1"]


@pytest.fixture
def configure(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets the variables, of which there are none at first; the machine has two addresses."""

    def give(**environ: str) -> None:
        for module in (addresses, stores):
            monkeypatch.setattr(module, "variables", read_variables(environ))

    give()
    monkeypatch.setattr(addresses, "local_addresses", lambda: HOME)
    return give


def test_without_a_word_the_site_is_for_this_machine(configure):
    place = addresses.place(addresses.configured_host(), 8000)
    assert place.host == "127.0.0.1"
    assert place.environment() == {}
    assert list(addresses.lines(place)) == ["Imhotep is at http://127.0.0.1:8000 (Ctrl-C ends it)"]


@pytest.mark.parametrize(
    "options", [{"LAN": "1"}, {"HOST": "0.0.0.0"}, {"HOST": "::"}, {"LAN": "1", "HOST": ""}]
)
def test_a_living_room_has_this_machines_addresses_and_no_other_name(configure, options):
    configure(**options)
    place = addresses.place(addresses.configured_host(), 8123)
    assert place.host == "0.0.0.0"
    assert place.asked_at == "127.0.0.1"
    environment = place.environment()
    hosts = ["localhost", "127.0.0.1", "[::1]", *HOME]
    assert environment["ALLOWED_HOSTS"].split(",") == hosts
    assert environment["SITE_URL"] == "http://192.168.1.5:8123"
    text = "\n".join(addresses.lines(place))
    assert text.startswith("Imhotep is at http://192.168.1.5:8123 ")
    assert "http://172.17.0.1:8123" in text
    assert addresses.code("http://192.168.1.5:8123/") in text
    assert "no part in the shuffle, no passkeys, no notices" in text
    assert "public internet" not in text


def test_one_address_and_names_of_the_operator(configure):
    configure(HOST="8.8.8.8", ALLOWED_HOSTS="games.home", SITE_URL="http://games.home")
    place = addresses.place(addresses.configured_host(), 80)
    assert place.urls == ["http://8.8.8.8:80"]
    assert place.asked_at == "8.8.8.8"
    assert place.environment()["ALLOWED_HOSTS"].endswith("8.8.8.8,games.home")
    assert place.environment()["SITE_URL"] == "http://games.home"
    assert "8.8.8.8 is a public internet address" in list(addresses.lines(place))[-1]


def test_an_address_of_version_six_stands_in_brackets(configure):
    place = addresses.place("fd00::5", 8000)
    assert place.urls == ["http://[fd00::5]:8000"]
    assert "[fd00::5]" in place.environment()["ALLOWED_HOSTS"].split(",")


def test_every_name_is_refused_where_others_reach_the_site(configure):
    configure(ALLOWED_HOSTS="games.home,*")
    with pytest.raises(CannotServe, match="ALLOWED_HOSTS allows every name"):
        addresses.place("0.0.0.0", 8000)


def test_a_host_that_is_no_address_is_refused_but_the_machines_name_says_nothing(configure):
    with pytest.raises(CannotServe, match=r"HOST is 'games\.home': it has to be an address"):
        addresses.place("games.home", 8000)
    configure(HOST=socket.gethostname())
    assert addresses.configured_host() == "127.0.0.1"


def test_a_machine_without_a_network_says_so(configure, monkeypatch):
    monkeypatch.setattr(addresses, "local_addresses", list)
    with pytest.raises(CannotServe, match="no network address"):
        addresses.place("0.0.0.0", 8000)


def test_lan_is_on_or_off():
    with pytest.raises(WrongSettings, match="LAN is 'kitchen': use on or off"):
        read_variables({"LAN": "kitchen"})


def test_own_addresses_are_some_that_one_can_listen_at():
    for address in addresses.local_addresses():
        with socket.socket() as probe:
            probe.bind((address, 0))
        assert not address.startswith("127.")


def test_the_code_is_read_by_a_phone_as_the_address():
    """Rows of half blocks; the corners are the finder patterns, on a quiet border of four."""
    rows = addresses.code("http://192.168.1.5:8000/").replace("\xa0", " ").splitlines()
    assert len({len(row) for row in rows}) == 1
    assert set("".join(rows)) <= set("█▀▄ ")
    assert rows[0] == rows[1] == "█" * len(rows[0])
    assert rows[2].startswith("████ ▄▄▄▄▄ █")
    assert rows[2].endswith("█ ▄▄▄▄▄ ████")


URL = "postgres://me:secret@db/shop"


@pytest.mark.parametrize("tables", [(), ("games_game", "x")])
def test_a_database_elsewhere_is_told_without_its_password(configure, monkeypatch, tables):
    configure(DATABASE_URL=URL)
    monkeypatch.setattr(stores, "table_names", lambda: tables)
    (message,) = stores.announce_external()
    assert message.endswith("DATABASE_URL names postgres://me:***@db/shop")


def test_a_database_of_another_project_is_not_touched(configure, monkeypatch):
    configure(DATABASE_URL=URL)
    monkeypatch.setattr(stores, "table_names", lambda: ["orders", "basket"])
    with pytest.raises(CannotServe, match=r"tables of another program \(basket, …\)") as refused:
        list(stores.announce_external())
    assert "secret" not in str(refused.value)


def test_a_database_that_does_not_answer_is_named_without_its_password(configure, monkeypatch):
    configure(DATABASE_URL=URL)
    refused = OperationalError("no route to host\nIs it there?")
    monkeypatch.setattr(stores, "table_names", Mock(side_effect=refused))
    with pytest.raises(
        CannotServe, match=r"me:\*\*\*@db/shop.*does not answer \(no route to host\)"
    ):
        list(stores.announce_external())


def test_a_queue_that_does_not_answer_is_named(configure, settings, tmp_path):
    settings.REDIS_URL = f"unix://{tmp_path}/none.sock"
    configure(REDIS_URL=settings.REDIS_URL)
    with pytest.raises(CannotServe, match=r"REDIS_URL is .*no Redis or Valkey answers"):
        list(stores.announce_external())


def test_nothing_is_told_of_the_usual_places(configure):
    assert list(stores.announce_external()) == []
