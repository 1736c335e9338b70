"""Base classes of moderators' pages, for the admins of `games` and `ratings`.

Rows are shown, searched and filtered, never edited: what moderators do, services do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten, get_fields_from_path
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Account, Player
from games.pseudonyms import pseudonymise
from games.standing.attest import LONGEST_REASON
from web.errors import ServiceError

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text

    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
    BasePaginator = Paginator[Any]
else:
    ModelAdmin, TabularInline, BasePaginator = admin.ModelAdmin, admin.TabularInline, Paginator

MOST_COUNTED = 10_000
"""Rows that a list counts: the pages end there, as counting millions takes seconds."""

MOST_CHOSEN = 100
"""Rows that one action is done to."""


class Answers(TypedDict, total=False):
    """A moderator's answers, by field of the form."""

    reason: str
    answer: str
    seats: str
    replaced: str
    into: Player


def moderator(request: HttpRequest) -> Account:
    """Account of the request. The admin has let in only accounts."""
    assert isinstance(request.user, Account)
    return request.user


def admin_link(model: Model | None, text: object = None) -> SafeString | str:
    """A link to the page of a row; a dash for none."""
    if model is None:
        return "–"
    opts = model._meta
    address = reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[model.pk])
    return format_html('<a href="{}">{}</a>', address, text if text is not None else model)


class CappedPaginator(BasePaginator):
    """Counts up to ``MOST_COUNTED`` rows."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list[: MOST_COUNTED + 1]
        return rows.count() if isinstance(rows, QuerySet) else len(rows)


class OnlyModerators:
    """Moderators look; rows are not added, changed or deleted by hand, by no superuser either."""

    def has_moderate_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.is_active and request.user.has_perm("games.moderate")

    has_view_permission = has_module_permission = has_moderate_permission

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class ShownInline(OnlyModerators, TabularInline):
    """Rows that belong to a row. `related`: what to fetch with them; `deferred`: what not to."""

    extra = 0
    show_change_link = False
    related: Sequence[str] = ()
    deferred: Sequence[str] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> list[str]:
        return flatten(self.fields or ())

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.related).defer(*self.deferred)


class ShownAdmin(OnlyModerators, ModelAdmin):
    """A model that moderators look at.

    `related`, `deferred`: what a query fetches with the rows, and what it leaves. `finds`: what
    a word in the search box may mean; ``search_help_text`` says it to people.
    """

    related: Sequence[str] = ()
    deferred: Sequence[str] = ()
    list_per_page = 50
    list_max_show_all = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # they count every row
    paginator = CappedPaginator
    change_form_template = "admin/with_actions.html"

    def finds(self, word: str) -> Q:
        raise NotImplementedError

    def own_affair(self, account: Account, row: Any) -> str:
        """Why `account` may not decide about `row`, in a sentence; empty if they may. The service
        asks the same; here it is said beforehand. Every admin with actions answers."""
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.related).defer(*self.deferred)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Model], search_term: str
    ) -> tuple[QuerySet[Model], bool]:
        words = search_term.split() if self.search_fields else []
        for word in words:
            meant = self.finds(word) if word.isprintable() else Q(pk__in=[])
            queryset = queryset.filter(meant)
        return queryset, False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what a filter of the list offers. Django would allow any lookup in any column of
        the model, shown or not: by its answers a hidden one is read letter by letter."""
        return request is not None and lookup in self._offered(request)

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """A row is named by its key alone."""
        assert self.opts.pk is not None
        return to_field == self.opts.pk.name

    def _offered(self, request: HttpRequest) -> set[str]:
        """The parameters of the list's filters and of its date hierarchy."""
        parameters = {f"{self.date_hierarchy}__{part}" for part in ("year", "month", "day")}
        for list_filter in self.get_list_filter(request):
            if isinstance(list_filter, type) and issubclass(list_filter, admin.SimpleListFilter):
                parameters.add(str(list_filter.parameter_name))
                continue
            path, create = (
                list_filter
                if isinstance(list_filter, tuple)
                else (list_filter, admin.FieldListFilter.create)
            )
            assert isinstance(path, str)
            field = get_fields_from_path(self.model, path)[-1]
            spec = create(field, request, {}, self.model, self, field_path=path)
            parameters.update(str(name) for name in spec.expected_parameters())
        return parameters

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        actions = [action for action in (self.get_actions(request) or {}).values() if action]
        row = context.get("original")
        conflict = self.own_affair(moderator(request), row) if actions and row else ""
        context["own_affair"] = conflict
        context["actions_here"] = [
            (name, title, bool(conflict) and judges(do)) for do, name, title in actions
        ]
        context["actions_address"] = reverse(
            f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist"
        )
        return super().render_change_form(request, context, *args, **kwargs)


def choices_filter(
    title: Text, field: str, choices: Iterable[tuple[str, Text]]
) -> type[admin.SimpleListFilter]:
    """A filter over values that are known, so that they are not looked for in the rows."""
    offered = list(choices)

    class OneOf(admin.SimpleListFilter):
        parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Text]]:
            return offered

        def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
            is_offered = self.value() in {value for value, _ in offered}
            return queryset.filter(**{field: self.value()}) if is_offered else queryset

    OneOf.title = title
    return OneOf


# --- actions --------------------------------------------------------------------


class ReasonForm(forms.Form):
    """Why it is done, for everybody to read."""

    reason = forms.CharField(
        label=gettext_lazy("Public reason"),
        help_text=gettext_lazy("Everybody reads it on the page of what moderators did."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 80}),
    )


class PublicReasonForm(ReasonForm):
    """The same, shown beside the game too."""

    reason = forms.CharField(
        label=gettext_lazy("Public reason"),
        help_text=gettext_lazy("Everybody reads it beside the game."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 80}),
    )


Admin = TypeVar("Admin", bound="ShownAdmin")
Row = TypeVar("Row", bound=Model)

Do = Callable[[Admin, HttpRequest, Row, Answers], object]
"""A method of an admin that does something to one row."""

Action = Callable[[Admin, HttpRequest, QuerySet[Row]], HttpResponse | None]


def judges(do: object) -> bool:
    """True if an action decides about a person, so that moderators leave their own affairs."""
    return bool(getattr(do, "judges", True))


def action(
    title: Text, form: type[forms.Form] | None = ReasonForm, *, for_oneself: bool = False
) -> Callable[[Do[Admin, Row]], Action[Admin, Row]]:
    """An action that first shows what was chosen, and asks what `form` asks; then the method is
    called for each row. Without a form it is done at once. `for_oneself`: also in one's own affair.

    What a service refuses is said for its row; the others go on.
    """

    def made(do: Do[Admin, Row]) -> Action[Admin, Row]:
        @admin.action(description=title, permissions=["moderate"])
        @functools.wraps(do)
        def asked(
            self: Admin, request: HttpRequest, queryset: QuerySet[Row]
        ) -> HttpResponse | None:
            chosen = list(queryset[: MOST_CHOSEN + 1])
            if len(chosen) > MOST_CHOSEN:
                message = _("At most %(most)d rows at a time.") % {"most": MOST_CHOSEN}
                messages.error(request, message)
                return None
            answers: Answers = {}
            if form is not None:
                filled = form(request.POST if "answered" in request.POST else None)
                if not filled.is_valid():
                    return _ask(self, request, title, asked, chosen, filled)
                typed: Any = filled.cleaned_data
                answers = typed
            apply_to_rows(request, chosen, lambda row: do(self, request, row, answers))
            return _back(self, request, chosen)

        asked.__dict__["judges"] = not for_oneself
        return asked

    return made


def apply_to_rows(request: HttpRequest, chosen: Iterable[Row], do: Callable[[Row], object]) -> None:
    """Do it to each, and say what came of it."""
    done = 0
    for row in chosen:
        try:
            do(row)
        except ServiceError as refusal:
            messages.error(request, f"{row._meta.verbose_name} {row}: {refusal.message}")
        else:
            done += 1
    if done:
        text = ngettext("Done: %(done)d row.", "Done: %(done)d rows.", done)
        messages.success(request, text % {"done": done})


def _ask(
    self: ShownAdmin,
    request: HttpRequest,
    title: Text,
    action: Any,
    chosen: Sequence[Model],
    form: forms.Form,
) -> HttpResponse:
    account = moderator(request)
    conflicts = [self.own_affair(account, row) if judges(action) else "" for row in chosen]
    context = {
        **self.admin_site.each_context(request),
        "title": title,
        "opts": self.opts,
        "media": self.media + form.media,
        "action": action.__name__,
        "chosen": list(zip(chosen, conflicts, strict=True)),
        "nothing_left": all(conflicts),
        "form": form,
        "on_page": request.POST.get("on_page", ""),
    }
    return TemplateResponse(request, "admin/ask.html", context)


def _back(
    self: ShownAdmin, request: HttpRequest, chosen: Sequence[Model]
) -> HttpResponseRedirect | None:
    """To the page of the row, if the moderator came from there."""
    if not request.POST.get("on_page") or len(chosen) != 1:
        return None
    name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
    return HttpResponseRedirect(reverse(name, args=[chosen[0].pk]))


# --- how things are shown -------------------------------------------------------

MOST_LINES = 3000


def numbered(text: str, *, begins: int = 1, bad: int = 0) -> SafeString:
    """A log with the numbers of its lines, from `begins`; the line `bad` is marked."""
    lines = pseudonymise(text).splitlines()[:MOST_LINES]
    items = format_html_join(
        "",
        '<li id="line-{}"{}>{}</li>',
        (
            (number, SafeString(' class="bad"' if number == bad else ""), line or "\u00a0")
            for number, line in enumerate(lines, begins)
        ),
    )
    return format_html('<ol class="log" start="{}" tabindex="0">{}</ol>', begins, items)


def shortened(digest: str) -> SafeString | str:
    """The beginning of a long word of digits; all of it on hover."""
    return format_html('<span title="{}">{}…</span>', digest, digest[:12]) if digest else "–"


def listed(facts: dict[str, object] | None) -> SafeString | str:
    """The fields of a refusal, or of another JSON object, each on its line."""
    if not facts:
        return "–"
    rows = format_html_join(
        "",
        "<dt>{}</dt><dd>{}</dd>",
        (
            (
                name,
                pseudonymise(", ".join(map(str, value)) if isinstance(value, list) else str(value)),
            )
            for name, value in facts.items()
            if value not in (None, "", [])
        ),
    )
    return format_html('<dl class="facts">{}</dl>', rows)
