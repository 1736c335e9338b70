"""Widgets that are written without templates are Django's own, but for spaces between tags."""

import re
from datetime import date

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.translation import gettext_lazy

from imhotep_site.form_renderer import Renderer

EVIL = "\"><script>alert('x')</script>&amp;"
CHOICES = [
    ("", "any"),
    (2, 2),
    (12345, 12345),
    (EVIL, EVIL),
    ("Group <1>", [("a", gettext_lazy("Games")), ("b", "B")]),
]


def squeezed(html: str) -> str:
    return re.sub(r">\s+<", "><", html)


class Everything(forms.Form):
    text = forms.CharField(max_length=7, required=False, help_text="long")
    number = forms.IntegerField(min_value=-3, max_value=99999)
    day = forms.DateField(widget=forms.DateInput(attrs={"autofocus": True, "hidden": False}))
    mail = forms.EmailField(widget=forms.EmailInput(attrs={"placeholder": EVIL}))
    password = forms.CharField(widget=forms.PasswordInput)
    secret = forms.CharField(widget=forms.HiddenInput)
    yes = forms.BooleanField()
    one = forms.ChoiceField(choices=CHOICES)
    some = forms.MultipleChoiceField(choices=CHOICES)
    boxes = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple)
    area = forms.CharField(widget=forms.Textarea)


@pytest.mark.parametrize("locale", ["en", "de", "pl"])
@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"text": EVIL, "number": "x", "one": "a", "some": ["2", EVIL], "yes": "on", "area": EVIL},
        {"number": "12345", "day": "2026-01-31", "one": EVIL, "boxes": ["2"]},
    ],
)
def test_the_same_as_djangos(data: dict[str, object] | None, locale: str, settings: object):
    from django.utils.translation import override

    initial = {"day": date(2026, 1, 31), "number": 12345}
    with override(locale):
        ours = Everything(data, initial=initial, renderer=Renderer())
        theirs = Everything(data, initial=initial, renderer=DjangoTemplates())
        for widget, other in zip(ours, theirs, strict=True):
            assert squeezed(str(widget)) == squeezed(str(other)), widget.name
