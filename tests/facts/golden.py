"""Write `golden_facts.json` anew, after a change of facts that was wanted:

python -m tests.facts.golden
"""

from __future__ import annotations

import json

from engine.facts import VERSION, facts_of
from tests.facts.test_facts import GOLDEN, KEPT, game_of, values_of

if __name__ == "__main__":
    told = {path.stem: values_of(facts_of(game_of(path))) for path in GOLDEN}
    lines = (f"{json.dumps(name)}: {json.dumps(told[name], sort_keys=True)}" for name in told)
    games = ",\n".join(lines)
    KEPT.write_text(f'{{"version": {VERSION}, "games": {{\n{games}\n}}}}\n', "utf-8")
