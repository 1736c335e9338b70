"""A form that writes a search for games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.search.labels import groups
from games.search.query import MOST_NUMBER


@lru_cache(maxsize=32)
def _facts_to_pick(language: str, name: str, attrs: tuple[tuple[str, str], ...]) -> SafeString:
    return forms.Select(choices=groups()).render(name, "", dict(attrs))


class Facts(forms.Select):
    """All facts. There are a hundred: a process renders them once a language."""

    def render(
        self,
        name: str,
        value: object,
        attrs: Mapping[str, object] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        if value:
            return super().render(name, value, dict(attrs or {}), renderer)
        given = tuple((key, str(one)) for key, one in (attrs or {}).items())
        return _facts_to_pick(get_language() or "", name, given)


class PickForm(forms.Form):
    """Facts picked instead of typed: a word or two for a search
    (``games.search.query``)."""

    fact = forms.ChoiceField(label=_("What happened"), choices=groups, widget=Facts)
    how = forms.ChoiceField(
        label=_("Compared"),
        choices=[(">=", _("at least")), ("=", _("exactly")), ("<=", _("at most"))],
    )
    number = forms.IntegerField(
        label=_("How many"), initial=1, min_value=-MOST_NUMBER, max_value=MOST_NUMBER
    )
    winner = forms.BooleanField(label=_("by a winner"), required=False)
    opens = forms.BooleanField(label=_("open the game at that entry"), required=False)

    @property
    def words(self) -> str:
        """The search term that the picked fields make."""
        given = self.cleaned_data
        won = "won " if given["winner"] else ""
        opens = "entry:" if given["opens"] else ""
        return f"{won}{opens}{given['fact']}{given['how']}{given['number']}"
