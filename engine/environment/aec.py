"""The environment of PettingZoo: turn by turn (AEC), for two to four agents.

The only module of the engine that needs packages: ``pip install 'imhotep-engine[pettingzoo]'``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from engine.cli.table import render
from engine.dealer import DealtGame, chance_of
from engine.environment.numbering import Numbering, numbering
from engine.environment.observation import observe
from engine.errors import IllegalAction, Rule
from engine.legal import awaited
from engine.log import Entry, Header, Log, write_text
from engine.scoring import result
from engine.setup import Setup
from engine.shown import View
from engine.state import State
from engine.view import view, view_entry

Observation = dict[str, NDArray[np.int16] | NDArray[np.int8]]

SMALLEST, LARGEST = -32_768, 32_767
"""Points may fall below zero."""


def env(
    setup: Setup | None = None, render_mode: str | None = None
) -> AECEnv[str, Observation, int]:
    """The environment in the wrappers that are usual: an illegal action ends the game, with -1 for
    its agent and 0 for the others; a call in the wrong order is an error."""
    return OrderEnforcingWrapper(
        TerminateIllegalWrapper(ImhotepEnvironment(setup, render_mode), illegal_reward=-1)
    )


class ImhotepEnvironment(AECEnv[str, Observation, int]):
    """One table of `setup`; two players and all sides A unless it says otherwise.

    Agents are ``player_0`` and so on, in turn order. An agent may act several times in a row. The
    bank is no agent: its dealer shuffles by the seed of ``reset``, without a seed by the system.
    An observation has the numbers of ``engine.environment.observation`` and an ``action_mask``,
    empty unless the agent is to act. The number of an action is that of
    ``engine.environment.numbering``. The reward comes with the last action: the share of the other
    players placed behind, less the share placed before, so 1 for a sole winner, -1 for a sole last
    place, and 0 in all.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # the name and the form are PettingZoo's
        "name": "imhotep_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, setup: Setup | None = None, render_mode: str | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.setup = setup or Setup.of("black white")
        self.render_mode = render_mode
        self.numbering: Numbering = numbering(self.setup)
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.setup.seats))]
        self.agents: list[str] = []
        self._deal(0)
        size, actions = len(observe(self.view(self.possible_agents[0]), 0)), len(self.numbering)
        self._observation_spaces = {agent: _space(size, actions) for agent in self.possible_agents}
        self._action_spaces = {
            agent: cast("spaces.Space[int]", spaces.Discrete(actions))
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal a new game. The same `seed` deals the same cards; `options` are not used."""
        self._deal(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Numbers and mask of `agent`, made from its own view alone."""
        seat_view = self.view(agent)
        mask = np.zeros(len(self.numbering), np.int8)
        options = seat_view["awaited"] and seat_view["awaited"]["options"]
        for text in options or ():
            mask[self.numbering.number(text.partition(" ")[2])] = 1  # without its colour
        numbers = np.array(observe(seat_view, self.possible_agents.index(agent)), np.int16)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent acts. Raises ``IllegalAction``, with nothing changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # None, as it asks for
            return
        if action is None:
            raise IllegalAction(Rule.NOT_AN_ANSWER)
        self.game.act(self.numbering.action(int(action)), self._note_entry)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.state.over:
            self.rewards = dict(zip(self.possible_agents, self._rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a spectator sees it, as text; printed in the mode ``human``."""
        names = [""] * len(self.setup.seats)
        entries = len(self.game.entries)
        table = render(view(self.game.state, None), names, entries, self._last_entry)
        if self.render_mode != "human":
            return table
        print(table)
        return None

    def close(self) -> None:
        """Nothing is open."""

    # --- beyond PettingZoo ------------------------------------------------------------

    def view(self, agent: str) -> View:
        """The view of `agent` by name (``engine.shown``): what its observation is made from."""
        return view(self.game.state, self.possible_agents.index(agent))

    def log(self) -> str:
        """The log so far, of all entries; that of a finished game passes ``engine.verify``."""
        state = self.game.state
        points = result(state).points if state.over else None
        return write_text(
            Log(Header(self.setup, chance="dealt", result=points), tuple(self.game.entries))
        )

    # --- inside -----------------------------------------------------------------------

    def _deal(self, seed: int | None) -> None:
        self._last_entry = ""
        self.game = DealtGame(self.setup, chance_of(seed), self._note_entry)

    def _note_entry(self, state: State, entry: Entry) -> None:
        """The entry as a spectator may read it."""
        self._last_entry = view_entry(state, entry, None)

    def _select(self) -> None:
        decision = awaited(self.game.state)
        seat = decision.seat if decision is not None else 0
        self.agent_selection = self.possible_agents[seat]

    def _rewards(self) -> list[float]:
        places = result(self.game.state).places
        opponents = len(places) - 1
        return [
            sum((other > place) - (other < place) for other in places) / opponents
            for place in places
        ]


@lru_cache(maxsize=16)
def _space(size: int, actions: int) -> spaces.Space[Observation]:
    numbers = spaces.Box(SMALLEST, LARGEST, (size,), np.int16)
    mask = spaces.Box(0, 1, (actions,), np.int8)
    space = spaces.Dict({"observation": numbers, "action_mask": mask})
    return cast("spaces.Space[Observation]", space)
