"""The site writes down teams, seeds, groups and plans of events that have acts, as acts of its own:
later changes are acts of arbiters."""

from secrets import token_hex

from django.db import migrations
from django.utils import timezone

BATCH = 200


def write_acts(apps, _schema_editor):
    acts = apps.get_model("events", "EventAct").objects
    entrants = apps.get_model("events", "Entrant").objects
    events = apps.get_model("events", "Event").objects.filter(acts__number=1)
    for event in events.order_by("pk").iterator(BATCH):
        rows = list(entrants.filter(event=event).order_by("number"))
        new, teams = [], {}
        for row in rows:
            if row.team:
                team = teams.setdefault(row.team, len(teams) + 1)
                new.append(("team", {"entrant": row.number, "team": team}, row.team))
        seeded = sorted((row for row in rows if row.seed), key=lambda row: row.seed)
        grouped = sorted({row.group for row in rows if row.group})
        if grouped:
            groups = [[row.number for row in seeded if row.group == n] for n in grouped]
            new.append(("grouped", {"groups": groups, "rounds": event.plan}, ""))
        elif seeded:
            new.append(("seeded", {"seeds": [row.number for row in seeded]}, ""))
        if event.plan and not grouped:
            new.append(("planned", {"rounds": event.plan}, ""))
        last = acts.filter(event=event).order_by("-number").first()
        for number, (kind, content, text) in enumerate(new, last.number + 1):
            acts.create(
                event=event,
                number=number,
                kind=kind,
                content=content,
                text=text,
                salt=token_hex(16),
                acted_at=timezone.now(),
            )


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0012_member_salts"),
    ]

    operations = [migrations.RunPython(write_acts, migrations.RunPython.noop, elidable=True)]
