"""``{% visitors event %}…{% endvisitors %}``: a part of an event's page, for a visitor without an
account rendered once for each version of the event. ``{% deal_calls %}``: deals that wait for the
reader. ``{% table_at_event table %}``: the row of an event that is played at this table."""

from __future__ import annotations

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from events.deal_calls import DealCall, deal_calls
from events.models import EventTable
from events.results.page import event_context
from events.results.public_fragments import public_fragment
from games.models import Account
from tables.models import Table

register = template.Library()


class VisitorsPart(template.Node):
    """Rendered as it is where the view has read the event for an account (`book`)."""

    def __init__(self, event: FilterExpression, nodelist: NodeList) -> None:
        self.event, self.nodelist = event, nodelist

    def render(self, context: Context) -> SafeString:
        if "book" in context:
            return self.nodelist.render(context)
        event = self.event.resolve(context)

        def render() -> SafeString:
            with context.push(**event_context(event, None)):
                return self.nodelist.render(context)

        return public_fragment("page", event, render).safe


@register.simple_tag(takes_context=True, name="deal_calls")
def deal_calls_of_reader(context: Context) -> list[DealCall]:
    """Deals that wait for a promise or a share of the reader."""
    account = getattr(context.get("request"), "user", None)
    return deal_calls(account if isinstance(account, Account) else None)


@register.simple_tag
def table_at_event(table: Table) -> EventTable | None:
    """Its event and round come along. One query."""
    rows = EventTable.objects.filter(live_table=table)
    return rows.select_related("round__event").first()


@register.tag("visitors")
def visitors_part(parser: Parser, token: Token) -> VisitorsPart:
    """See ``VisitorsPart``."""
    _name, event = token.split_contents()
    nodelist = parser.parse(("endvisitors",))
    parser.delete_first_token()
    return VisitorsPart(parser.compile_filter(event), nodelist)
