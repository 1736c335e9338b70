"""In which language a page, a payload, a mail is."""

from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from django.core import mail
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import trans_real

from drawing.replay.replay import cached_replay
from games import times
from games.accounts.closing import close
from games.accounts.lifecycle import choose_language
from games.accounts.mail import send_notice
from games.models import Account
from games.times import in_utc
from imhotep_site import catalogues
from imhotep_site.compiled_catalogues import compile_catalogue
from tests.cast import PASSWORD, account, client_of, finished_log, game_of, submit

pytestmark = pytest.mark.django_db

OURS = {"Origin": "http://testserver"}
GERMAN = {
    "Rules": "Regeln",
    "Harbour": "Hafen",
    "The password of your account was changed.": "Das Passwort wurde geändert.",
}


def write(folder: Path, words: dict[str, str]) -> None:
    """A catalogue of a few German words."""
    catalogue = Catalog(locale="de", charset="utf-8", fuzzy=False)
    for word, other in words.items():
        catalogue.add(word, other)
    file = folder / "de" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_bytes(catalogues.po_text(catalogue))
    compile_catalogue(file)


@pytest.fixture(autouse=True)
def german(settings: Any, tmp_path: Path) -> Iterator[None]:
    """The site speaks a little German too."""
    write(tmp_path, GERMAN)
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.LOCALE_PATHS = [str(tmp_path)]
    trans_real._translations.clear()  # type: ignore[attr-defined]
    yield
    trans_real._translations.clear()  # type: ignore[attr-defined]
    translation.activate("en")


def language_of(answer: Any) -> str:
    """As the page says, and the head of the answer."""
    page = answer.content.decode()
    language: str = answer["Content-Language"]
    assert f'<html lang="{language}" dir="ltr">' in page
    assert (">Regeln<" in page) == (language == "de")
    return language


def varies(answer: Any) -> set[str]:
    return {word.strip() for word in answer.get("Vary", "").split(",")}


def test_the_browser_is_asked_the_cookie_comes_first_and_the_address_before_it() -> None:
    client = Client()
    assert language_of(client.get("/about/")) == "en"
    german = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
    answer = client.get("/about/", headers=german)
    assert language_of(answer) == "de"
    assert {"Accept-Language", "Cookie"} <= varies(answer)
    assert language_of(client.get("/about/", headers={"Accept-Language": "xx"})) == "en"
    client.cookies["language"] = "en"
    assert language_of(client.get("/about/", headers=german)) == "en"
    assert language_of(client.get("/about/?lang=de")) == "de"
    for unknown in ("xx", "", "de\x00", "../de", "d" * 5000):
        assert language_of(client.get("/about/", {"lang": unknown})) == "en"


def test_the_switch_is_remembered_and_leads_back() -> None:
    client = Client(headers=OURS)
    page = client.get("/about/").content.decode()
    assert 'action="/language/"' in page
    assert '<button name="language" value="de" lang="de">Deutsch</button>' in page
    answer = client.post("/language/", {"language": "de", "next": "/about/"})
    assert (answer.status_code, answer["Location"]) == (302, "/about/")
    assert language_of(client.get("/about/")) == "de"
    for elsewhere in (
        "//example.org/",
        "https://example.org/",
        "javascript:alert(1)",
        "/\\example",
    ):
        assert client.post("/language/", {"language": "en", "next": elsewhere})["Location"] == "/"
    assert client.post("/language/", {"language": "xx"}).status_code == 400
    assert client.get("/language/").status_code == 405


def test_with_one_language_there_is_no_switch(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English")]
    client = Client()
    assert "/language/" not in client.get("/about/").content.decode()
    client.force_login(account("ana"))
    assert 'name="language"' not in client.get("/accounts/me/").content.decode()


def test_an_account_keeps_its_language_and_a_login_brings_it(ana: Account) -> None:
    client = client_of(ana)
    assert client.post("/accounts/language/", {"language": "xx"}).status_code == 400
    client.post("/accounts/language/", {"language": "de"})
    ana.refresh_from_db()
    assert ana.language == "de"
    assert language_of(client.get("/about/")) == "de"
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"username": "ana", "password": PASSWORD})
    assert language_of(elsewhere.get("/about/")) == "de"
    client.post("/accounts/language/", {"language": ""})
    assert language_of(client.get("/about/")) == "en"


def test_a_strange_site_chooses_no_language_of_an_account(ana: Account) -> None:
    client = client_of(ana, enforce_csrf_checks=True)
    assert client.post("/accounts/language/", {"language": "de"}).status_code == 403
    for phrase in (
        {},
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", **OURS},
        {"Sec-Fetch-Site": "same-site", **OURS},
    ):
        assert client.post("/language/", {"language": "de"}, headers=phrase).status_code == 403
    assert "language" not in client.cookies
    client.post("/language/", {"language": "de"}, headers={"Sec-Fetch-Site": "same-origin"})
    assert client.cookies["language"].value == "de"
    ana.refresh_from_db()
    assert ana.language == ""


def test_a_closed_account_has_no_language(ana: Account) -> None:
    choose_language(ana, "de")
    close(ana)
    assert Account.objects.get(pk=ana.pk).language == ""


def test_a_mail_is_in_the_language_of_its_reader(ana: Account, ben: Account) -> None:
    choose_language(ana, "de")
    for person in (ana, ben):
        send_notice(person, "account/email/password_changed")
    german, english = (str(letter.body) for letter in mail.outbox)
    assert "Das Passwort wurde geändert." in german
    assert "The password of your account was changed." in english
    assert translation.get_language() == "en"


def test_what_is_kept_for_long_goes_by_its_address(ben: Account) -> None:
    game = game_of(submit(account("ana"), finished_log()))
    client = Client(headers={"Accept-Language": "de"})
    address = f"/games/{game.pk}/replay.json"
    english, german = client.get(address), client.get(f"{address}?lang=de")
    assert (english["Content-Language"], german["Content-Language"]) == ("en", "de")
    assert english["ETag"] != german["ETag"]
    for answer in (english, german):
        assert not {"Accept-Language", "Cookie"} & varies(answer)
    response = client.get(address, headers={"If-None-Match": english["ETag"]})
    assert response.status_code == 304
    page = client.get(f"/games/{game.pk}/")
    assert "replay.json?v=" in page.content.decode()
    assert "&amp;lang=de" in page.content.decode()
    for picture in ("table.svg", "table.png"):
        path = f"/games/{game.pk}/0/{picture}"
        assert client.get(path)["ETag"] != client.get(f"{path}?lang=de")["ETag"]


def test_the_api_is_english_unless_its_address_says_otherwise() -> None:
    client = Client(headers={"Accept-Language": "de"})
    client.cookies["language"] = "de"
    answer = client.get("/api/v1/games/nothing")
    assert "Content-Language" not in answer
    assert "Accept-Language" not in varies(answer)
    english = answer.json()
    assert english == Client().get("/api/v1/games/nothing").json()


def test_what_is_shared_keeps_its_language_and_a_page_has_that_of_its_reader(ben: Account) -> None:
    game = game_of(submit(account("ana"), finished_log()))
    client = Client(headers={"Accept-Language": "de"})
    path = f"http://testserver/games/{game.pk}/3"
    page = unescape(client.get(f"/games/{game.pk}/3/?seat=white").content.decode())
    for end in ("/table.svg", "/table.png", "/embed/"):
        assert f"{path}{end}?lang=de&" in page
        assert f"/games/{game.pk}/{{ply}}{end}?lang=de{{seat}}" in page
    assert f'value="{path}/?seat=white"' in page
    assert 'property="og:locale" content="de_DE"' in page
    english = Client().get(f"/games/{game.pk}/3/").content.decode()
    assert "?lang=" not in english
    assert 'property="og:locale" content="en_GB"' in english
    body = Client().get("/oembed", {"url": f"{path}/embed/?lang=de"}).json()
    assert body["thumbnail_url"].endswith("?lang=de")
    assert "embed/?lang=de" in body["html"]
    assert "lang" not in client.get("/oembed", {"url": f"{path}/"}).json()["html"]


def test_a_page_names_itself_in_other_languages() -> None:
    page = Client().get("/about/").content.decode()
    assert '<link rel="alternate" hreflang="de" href="http://testserver/about/?lang=de">' in page
    assert 'hreflang="x-default" href="http://testserver/about/"' in page


def test_moments_are_written_by_the_rules_of_the_language() -> None:
    at = datetime(2026, 5, 3, 21, 30, tzinfo=UTC)
    assert in_utc(at) == "3 May 2026, 21:30 UTC"
    assert times.moment_element(at) == (
        '<time datetime="2026-05-03T21:30:00+00:00" data-local="moment">'
        "3 May 2026, 21:30 UTC</time>"
    )
    assert times.day_element(None) == ""
    pages = {}
    for language in ("de", "es", "fr", "nl", "pl"):
        with translation.override(language):
            pages[language] = [
                date_format(at, form) for form in ("DATE_FORMAT", "SHORT_DATE_FORMAT")
            ]
    assert pages == {
        "de": ["3. Mai 2026", "3. Mai 2026"],
        "es": ["3 de mayo de 2026", "3 may 2026"],
        "fr": ["3 mai 2026", "3 mai 2026"],
        "nl": ["3 mei 2026", "3 mei 2026"],
        "pl": ["3 maja 2026", "3 maj 2026"],
    }


def test_a_replay_is_kept_by_language() -> None:
    log = finished_log()
    english = cached_replay(log)
    with translation.override("de"):
        german = cached_replay(log)
        assert german.drawing.harbour.title == "Hafen"
        assert cached_replay(log) is german
    assert english.drawing.harbour.title == "Harbour"
    assert cached_replay(log) is english
