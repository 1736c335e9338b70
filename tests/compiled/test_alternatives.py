"""The alternatives of a choice, by the engine in C: equal actions are compared by what they say."""

import random
from dataclasses import replace

from engine import DealtGame, Setup, legal_actions
from engine.analysis.choices import Weighing
from engine.vocabulary import Colour


def test_an_equal_action_is_no_alternative_to_itself():
    state = DealtGame(Setup((Colour.BLACK, Colour.WHITE)), random.Random(1)).state
    for action in legal_actions(state):
        trials = Weighing(state, 0, replace(action), "trials").trials
        assert [trial.action.text for trial in trials].count(action.text) == 1
