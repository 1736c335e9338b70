"""What the stones at the sites are worth, beside their number."""

from __future__ import annotations

from drawing.replay import cached_replay
from engine import read_log, steps
from engine.outlook import outlook
from tests.drawing import dealt


def test_the_table_marks_who_leads():
    found = cached_replay(dealt.text("black white brown"))
    last = list(steps(read_log(dealt.text("black white brown"))))[-1].state
    table = found.table(found.plies)
    marked = 0
    for site, worth in outlook(last).worth.items():
        for seat, points in enumerate(worth):
            assert table[f"{site.word}.v{seat}"][4] == str(points)
            leads = points == max(worth) != min(worth)
            assert (f"{site.word}.lead{seat}" in table) == leads
            marked += leads
    assert marked


def test_nobody_leads_where_all_are_equal():
    found = cached_replay(dealt.text())
    assert not [key for key in found.opening if ".lead" in key]
