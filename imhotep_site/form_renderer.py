"""Inputs and selects, written without templates.

Django renders each option of a select by two templates, which on the page of games took a third of
the time. What is written here is the same HTML but for spaces between tags
(``tests/site/test_form_renderer.py``). All other widgets are Django's.
"""

from __future__ import annotations

from typing import Final, TypedDict

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString


class Part(TypedDict):
    """Django's context of an input, a select or an option."""

    type: str
    name: str
    value: object
    label: object
    attrs: dict[str, object]
    optgroups: list[tuple[str | None, list[Part], int]]


FOLDER: Final = "django/forms/widgets/"
INPUTS: Final = frozenset(
    f"{FOLDER}{name}.html"
    for name in ("input", "text", "number", "date", "email", "password", "hidden", "checkbox")
)
SELECT: Final = f"{FOLDER}select.html"


class Renderer(DjangoTemplates):
    """Django's, but for the plain widgets."""

    def render(
        self, template_name: str, context: dict[str, Part], request: HttpRequest | None = None
    ) -> str:
        if template_name in INPUTS:
            return SafeString(_input(context["widget"]))
        if template_name == SELECT:
            return SafeString(_select(context["widget"]))
        return super().render(template_name, context, request)


def _input(widget: Part) -> str:
    value = widget["value"]
    value_attribute = "" if value is None else f' value="{conditional_escape(str(value))}"'
    named = f'type="{_escaped(widget["type"])}" name="{_escaped(widget["name"])}"'
    return f"<input {named}{value_attribute}{_attrs(widget)}>"


def _select(widget: Part) -> str:
    parts = [f'<select name="{_escaped(widget["name"])}"{_attrs(widget)}>']
    for title, options, _ in widget["optgroups"]:
        if title:
            parts.append(f'<optgroup label="{_escaped(title)}">')
        parts += map(_option, options)
        if title:
            parts.append("</optgroup>")
    return "".join([*parts, "</select>"])


def _option(option: Part) -> str:
    value = conditional_escape(str(option["value"]))
    return f'<option value="{value}"{_attrs(option)}>{_escaped(option["label"])}</option>'


def _attrs(widget: Part) -> str:
    return "".join(
        f" {_escaped(name)}"
        if value is True
        else f' {_escaped(name)}="{conditional_escape(str(value))}"'
        for name, value in widget["attrs"].items()
        if value is not False
    )


def _escaped(value: object) -> str:
    """As a template says it."""
    return conditional_escape(str(localize(value)))
