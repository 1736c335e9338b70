"""Base classes of moderators' pages, for the admins of `games` and `ratings`.

Rows are shown, searched and filtered, never edited: what moderators do, services do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import options
from django.contrib.admin.templatetags.admin_urls import admin_urlname
from django.contrib.admin.utils import flatten, get_fields_from_path
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.current_account import account_of
from games.models import Account, Player
from games.standing.attest import LONGEST_REASON
from web.errors import ServiceError
from web.form_actions import form_accepted

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text

    BaseModelAdmin = options.BaseModelAdmin[Any]
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
    BasePaginator = Paginator[Any]
else:
    BaseModelAdmin, ModelAdmin = options.BaseModelAdmin, admin.ModelAdmin
    TabularInline, BasePaginator = admin.TabularInline, Paginator

MAX_ROWS = 10_000
"""Rows that a list counts: the pages end there, as counting millions takes seconds."""
MAX_CHOSEN = 100
"""Rows that one action is done to."""


class Answers(TypedDict, total=False):
    """A moderator's answers, by field of the form."""

    reason: str
    answer: str
    handle: str
    seats: str
    replaced: str
    into: Player


moderator = account_of
"""Account of the request: the admin lets in only moderators."""


def admin_address(row: Model) -> str:
    """Address of the admin page of a row."""
    return reverse(admin_urlname(row._meta, SafeString("change")), args=[row.pk])


def admin_link(model: Model | None, text: object = None) -> SafeString | str:
    """A link to the page of a row; a dash for none."""
    if model is None:
        return "–"
    label = model if text is None else text
    return format_html('<a href="{}">{}</a>', admin_address(model), label)


def link_column(
    title: Text, path: str, ordering: str | None = None
) -> Callable[[OnlyModerators, Model], SafeString | str]:
    """A column that links to the admin page of a related row, by its dotted attributes."""
    related_row = attrgetter(path)

    @admin.display(description=title, ordering=ordering)
    def column(self: OnlyModerators, row: Model) -> SafeString | str:
        try:
            return admin_link(related_row(row))
        except ObjectDoesNotExist:
            return admin_link(None)

    return column


class CappedPaginator(BasePaginator):
    """Counts up to ``MAX_ROWS`` rows."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list[: MAX_ROWS + 1]
        return rows.count() if isinstance(rows, QuerySet) else len(rows)


class OnlyModerators(BaseModelAdmin):
    """Moderators look; rows are not added, changed or deleted by hand, by no superuser either.

    `related`: rows to fetch with them; `deferred`: columns not to fetch.
    """

    related: Sequence[str] = ()
    deferred: Sequence[str] = ()

    def has_moderate_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.is_active and request.user.has_perm("games.moderate")

    has_view_permission = has_module_permission = has_moderate_permission

    def refuse_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    has_add_permission = has_change_permission = has_delete_permission = refuse_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.related).defer(*self.deferred)


class ShownInline(OnlyModerators, TabularInline):
    """Rows that belong to a row."""

    extra = 0
    show_change_link = False

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> list[str]:
        return flatten(self.fields or ())


class ShownAdmin(OnlyModerators, ModelAdmin):
    """A model that moderators look at. Each word in the search box is a condition (`finds`);
    ``search_help_text`` says it to people."""

    handle_lookups: Sequence[str] = ("account__username",)
    id_lookups: Sequence[str] = ("game",)
    search_help_text = gettext_lazy("the id of a game, or a handle (@ana)")
    list_per_page = 50
    list_max_show_all = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # they count every row
    paginator = CappedPaginator
    change_form_template = "admin/with_actions.html"

    def finds(self, word: str) -> Q:
        """Condition of the rows that `word` finds: by handle (@ana) or by id, unless an admin
        finds them otherwise."""
        if word.startswith("@"):
            lookups, text = self.handle_lookups, word[1:].lower()
        else:
            lookups, text = self.id_lookups, word.lower()
        return Q.create([(lookup, text) for lookup in lookups], connector=Q.OR)

    def conflict_of_interest(self, account: Account, row: Any) -> str:
        """Why `account` may not decide about `row`, in a sentence; empty if they may. The service
        asks the same; here it is said beforehand. Every admin with actions answers."""
        raise NotImplementedError

    def pointless_actions(self, row: Model) -> Collection[str]:
        """Names of actions that would be refused for `row` as it is: its page has no button."""
        return ()

    def describe(self, row: Model) -> str:
        """More of `row` for a moderator who is about to act; empty: its name says it."""
        return ""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Model], search_term: str
    ) -> tuple[QuerySet[Model], bool]:
        words = search_term.split() if self.search_fields else []
        for word in words:
            queryset = queryset.filter(self.finds(word) if word.isprintable() else Q(pk__in=[]))
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
        conflict = self.conflict_of_interest(moderator(request), row) if actions and row else ""
        context["conflict_of_interest"] = conflict
        context["actions_here"] = [
            (name, title, bool(conflict) and judges(do))
            for do, name, title in actions
            if not (row and name in self.pointless_actions(row))
        ]
        context["actions_address"] = reverse(admin_urlname(self.opts, SafeString("changelist")))
        return super().render_change_form(request, context, *args, **kwargs)


def conditions_filter(
    title: Text, parameter: str, conditions: Iterable[tuple[str, Text, Q]]
) -> type[admin.SimpleListFilter]:
    """A filter of a list by conditions, each with its value in the address and its label."""
    offered = {value: (label, condition) for value, label, condition in conditions}

    class ConditionsFilter(admin.SimpleListFilter):
        parameter_name = parameter

        def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Text]]:
            return [(value, label) for value, (label, _condition) in offered.items()]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
            return queryset.filter(offered.get(self.value() or "", ("", Q()))[1])

    ConditionsFilter.title = title
    return ConditionsFilter


def choices_filter(
    title: Text, field: str, choices: Iterable[tuple[str, Text]]
) -> type[admin.SimpleListFilter]:
    """A filter over the known values of a field: the rows are not searched for them."""
    conditions = ((value, label, Q(**{field: value})) for value, label in choices)
    return conditions_filter(title, field, conditions)


# --- actions --------------------------------------------------------------------


def public_text_field(label: Text, help_text: Text) -> forms.CharField:
    """A text that everybody reads."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 80}),
    )


class ActionForm(forms.Form):
    """Questions before an action. `explanation`: what it does, in sentences."""

    explanation: Text = ""

    @classmethod
    def initial_values(cls, rows: Sequence[Model]) -> dict[str, object]:
        """The fields as they are filled in at first."""
        return {}


class ReasonForm(ActionForm):
    """Reason of an action, public."""

    reason = public_text_field(
        gettext_lazy("Public reason"),
        gettext_lazy("Everybody can read this in the list of moderators’ decisions."),
    )


class PublicReasonForm(ReasonForm):
    """Reason of an action, shown next to the game too."""

    reason = public_text_field(
        gettext_lazy("Public reason"), gettext_lazy("Everybody can read this next to the game.")
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
    title: Text, form: type[ActionForm] | None = ReasonForm, *, for_oneself: bool = False
) -> Callable[[Do[Admin, Row]], Action[Admin, Row]]:
    """An action that first shows the chosen rows and `form`, then calls the method for each row;
    without a form, at once. `for_oneself`: also in one's own affair. What a service refuses for a
    single row is an error of the form; of several it is a message for its row: others go on."""

    def decorate(do: Do[Admin, Row]) -> Action[Admin, Row]:
        @admin.action(description=title, permissions=["moderate"])
        @functools.wraps(do)
        def run_action(
            self: Admin, request: HttpRequest, queryset: QuerySet[Row]
        ) -> HttpResponse | None:
            chosen = list(queryset[: MAX_CHOSEN + 1])
            if len(chosen) > MAX_CHOSEN:
                refusal = _("Choose at most %(most)d rows at a time.") % {"most": MAX_CHOSEN}
                messages.error(request, refusal)
                return None
            answers: Answers = {}
            if form is not None:
                filled = (
                    form(request.POST)
                    if "answered" in request.POST
                    else form(initial=form.initial_values(chosen))
                )
                if not filled.is_valid():
                    return _ask(self, request, title, run_action, chosen, filled)
                answers = cast(Answers, filled.cleaned_data)
                if len(chosen) == 1:
                    accepted = form_accepted(filled, lambda: do(self, request, chosen[0], answers))
                    if not accepted:
                        return _ask(self, request, title, run_action, chosen, filled)
                    messages.success(request, _done_sentence(1))
            if form is None or len(chosen) != 1:
                apply_to_rows(request, chosen, lambda row: do(self, request, row, answers))
            if not request.POST.get("on_page") or len(chosen) != 1:
                return None
            return HttpResponseRedirect(admin_address(chosen[0]))

        run_action.__dict__["judges"] = not for_oneself
        return run_action

    return decorate


def apply_to_rows(request: HttpRequest, chosen: Iterable[Row], do: Callable[[Row], object]) -> None:
    """Call `do` for each row, with a message of the outcome."""
    done = 0
    for row in chosen:
        try:
            do(row)
        except ServiceError as refusal:
            messages.error(request, f"{row._meta.verbose_name} {row}: {refusal.message}")
        else:
            done += 1
    if done:
        messages.success(request, _done_sentence(done))


def _done_sentence(rows: int) -> str:
    return ngettext("Done: %(done)d row.", "Done: %(done)d rows.", rows) % {"done": rows}


def _ask(
    self: ShownAdmin,
    request: HttpRequest,
    title: Text,
    action: Any,
    chosen: Sequence[Model],
    form: ActionForm,
) -> HttpResponse:
    account = moderator(request)
    conflicts = [
        self.conflict_of_interest(account, row) if judges(action) else "" for row in chosen
    ]
    context = {
        **self.admin_site.each_context(request),
        "title": title,
        "opts": self.opts,
        "media": self.media + form.media,
        "action": action.__name__,
        "chosen": [
            (row, admin_link(row), conflict, self.describe(row))
            for row, conflict in zip(chosen, conflicts, strict=True)
        ],
        "explanation": form.explanation,
        "nothing_left": all(conflicts),
        "form": form,
        "on_page": request.POST.get("on_page", ""),
    }
    return TemplateResponse(request, "admin/ask.html", context)
