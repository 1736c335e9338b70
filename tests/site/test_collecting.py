"""The collector is told to look seldom, and in the end it is set as before."""

import gc
import threading

import pytest

from web.gc_tuning import SELDOM, fewer_collections


def test_within_it_looks_seldom_and_afterwards_as_before():
    before = gc.get_threshold()
    with fewer_collections():
        assert gc.get_threshold() == (SELDOM, *before[1:])
        with pytest.raises(ValueError, match="inside"), fewer_collections():
            raise ValueError("inside")
        assert gc.get_threshold()[0] == SELDOM
    assert gc.get_threshold() == before


def test_of_two_threads_the_one_that_ends_last_sets_it_back():
    before = gc.get_threshold()
    first, second = threading.Event(), threading.Event()

    def work() -> None:
        with fewer_collections():
            first.set()
            second.wait(60)

    thread = threading.Thread(target=work)
    with fewer_collections():
        thread.start()
        assert first.wait(60)
    assert gc.get_threshold()[0] == SELDOM
    second.set()
    thread.join(60)
    assert gc.get_threshold() == before
