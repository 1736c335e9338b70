"""The site writes down series from before there were acts of series, as acts of its own."""

from secrets import token_hex

from django.db import migrations
from django.utils import timezone

BATCH = 200


def write_acts(apps, _schema_editor):
    acts = apps.get_model("events", "SeriesAct").objects
    players = apps.get_model("games", "Player").objects
    series_rows = apps.get_model("events", "Series").objects.filter(acts=None)

    def player_of(account):
        row, _is_new = players.get_or_create(
            account=account, defaults={"name": account.username, "salt": token_hex(16)}
        )
        return row.pk

    for series in series_rows.select_related("founder").order_by("pk").iterator(BATCH):
        moment = timezone.now()
        rows = [
            ("made", _made(series, player_of(series.founder)), series.name),
            *_divisions(series, player_of),
            *_events(series),
            *_guests(series, player_of),
        ]
        acts.bulk_create(
            acts.model(
                series=series,
                number=number,
                kind=kind,
                content=content,
                text=text,
                salt=token_hex(16),
                acted_at=moment,
            )
            for number, (kind, content, text) in enumerate(rows, 1)
        )


def _made(series, founder):
    terms = {
        "first_day": series.first_day.isoformat(),
        "last_day": series.last_day.isoformat(),
        "best": series.best,
        "least": series.least,
        "rank_points": series.rank_points,
        "tie_breaks": series.tie_breaks,
    }
    before = series.before_id
    return {"terms": terms, "club": series.club_id, "founder": founder, "before": before}


def _divisions(series, player_of):
    divisions = list(series.divisions.order_by("number"))
    for row in divisions:
        yield "division", {"division": row.number, "exchanged": row.exchanged}, row.name
    for division in divisions:
        for row in division.players.order_by("pk").select_related("account"):
            player = player_of(row.account) if row.account else None
            content = {"place": row.pk, "division": division.number, "player": player}
            yield "placed", {**content, "move": row.move}, row.guest
            if row.leaving_at:
                yield "leaving", {"place": row.pk}, ""


def _events(series):
    for row in series.entries.order_by("pk").select_related("division"):
        division = row.division.number if row.division else None
        yield "event", {"event": row.event_id, "division": division}, ""
        if row.removed_at:
            yield "no-event", {"event": row.event_id}, row.reason


def _guests(series, player_of):
    for row in series.guest_accounts.order_by("pk").select_related("account"):
        yield "guest", {"guest": row.pk, "player": player_of(row.account)}, row.guest
        if row.agreed_at or row.declined_at:
            yield "agreed" if row.agreed_at else "declined", {"guest": row.pk}, ""


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0014_series_acts"),
    ]

    operations = [migrations.RunPython(write_acts, migrations.RunPython.noop, elidable=True)]
