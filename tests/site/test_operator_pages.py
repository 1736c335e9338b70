"""What the operator says of the site: its name, who runs it, what it does with what it knows."""

import re

import pytest
from django.test import Client

from tests.services.processes import ROOT

pytestmark = pytest.mark.django_db


def page(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_site_is_called_as_its_operator_says(settings):
    settings.SITE_NAME = "Nile & Sons"
    about = page("/about/")
    assert "<title>About · Nile &amp; Sons</title>" in about
    assert about.count("Nile &amp; Sons") >= 3  # title, head, head of a phone
    assert "Imhotep record" not in about
    installed = Client().get("/site.webmanifest").json()
    assert (installed["name"], installed["short_name"]) == ("Nile & Sons", "Nile & Sons")


def test_without_a_name_it_has_the_usual_one_in_the_readers_language():
    about = page("/about/")
    assert "<title>About · Imhotep record</title>" in about
    assert '<span class="brand__less">Imhotep</span>' in about


def test_no_page_writes_the_name_itself():
    name = re.compile(r"(translate|trans) ['\"]Imhotep record['\"]")
    writing = [
        str(path) for path in (ROOT / "templates").rglob("*.html") if name.search(path.read_text())
    ]
    assert writing == []


@pytest.mark.parametrize(("name", "title"), [("imprint", "Imprint"), ("privacy", "Privacy")])
def test_a_markdown_file_is_a_page_with_a_link_in_the_foot(settings, tmp_path, name, title):
    file = tmp_path / "page.md"
    file.write_text("# Who we are\n\n<script>x</script> [out](javascript:alert)\n")
    settings.OPERATOR_PAGES = {"imprint": "", "privacy": ""} | {name: str(file)}
    text = page(f"/{name}/")
    assert f"<title>{title} · " in text
    assert "<h1>Who we are</h1>" in text
    assert "<script>x" not in text
    assert 'href="javascript' not in text
    assert f'<li><a href="/{name}/">{title}</a></li>' in text
    file.write_text("Changed.")
    assert "Changed." in page(f"/{name}/")
    file.unlink()
    page(f"/{name}/", 404)


def test_an_address_elsewhere_is_linked_and_led_to(settings):
    settings.OPERATOR_PAGES = {"imprint": "https://club.example/imprint", "privacy": ""}
    about = page("/about/")
    assert '<li><a href="https://club.example/imprint">Imprint</a></li>' in about
    assert "Privacy" not in about
    assert Client().get("/imprint/")["Location"] == "https://club.example/imprint"
