"""Where there is a transparency log already, a decision says that they are on record from here on."""

from django.db import migrations


def note_beginning(apps, _schema_editor):
    if not apps.get_model("transparency", "Log").objects.filter(size__gt=0).exists():
        return
    decision = apps.get_model("games", "StandingDecision").objects.create(
        kind="began", role="system"
    )
    waiting = apps.get_model("transparency", "Waiting").objects
    waiting.create(kind="decision", records=[str(decision.pk)])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0035_standing_decisions"),
        ("transparency", "0006_witnesses"),
    ]

    operations = [migrations.RunPython(note_beginning, migrations.RunPython.noop, elidable=True)]
