"""A form that writes a search for games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.search.labels import fact_groups
from games.search.query import MAX_NUMBER


@lru_cache(maxsize=32)
def _facts_to_pick(language: str, name: str, attrs: tuple[tuple[str, str], ...]) -> SafeString:
    return forms.Select(choices=fact_groups()).render(name, "", dict(attrs))


class FactSelect(forms.Select):
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
        attributes = tuple((key, str(text)) for key, text in (attrs or {}).items())
        return _facts_to_pick(get_language() or "", name, attributes)


class PickForm(forms.Form):
    """Facts picked instead of typed: a word or two for a search
    (``games.search.query``)."""

    fact = forms.ChoiceField(label=_("What happened"), choices=fact_groups, widget=FactSelect)
    how = forms.ChoiceField(
        label=_("Compared"),
        choices=[(">=", _("at least")), ("=", _("exactly")), ("<=", _("at most"))],
    )
    number = forms.IntegerField(
        label=_("How many"), initial=1, min_value=-MAX_NUMBER, max_value=MAX_NUMBER
    )
    winner = forms.BooleanField(label=_("by a winner"), required=False)
    opens = forms.BooleanField(label=_("open the game at that entry"), required=False)

    @property
    def words(self) -> str:
        """The search term that the picked fields make."""
        picked = self.cleaned_data
        won = "won " if picked["winner"] else ""
        opens = "entry:" if picked["opens"] else ""
        return f"{won}{opens}{picked['fact']}{picked['how']}{picked['number']}"
