"""What a machine thinks of when it reads the description: nothing breaks, everything is as said."""

from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.generation.case import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.worlds.api_world import make_world, token

UNDESCRIBED = positive_data_acceptance
"""What is a cursor, a player that is here or a legal log, no schema can say."""
EXAMPLES = 3
LARGE = 5_000
"""Characters of a body that are surely not too many bytes."""
QUIET = settings(
    max_examples=EXAMPLES,
    database=None,
    derandomize=False,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def has_input(operation: Any) -> bool:
    parts = (operation.path_parameters, operation.query, operation.headers, operation.body)
    return any(len(part) for part in parts)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_nothing_breaks_and_answers_are_as_described(mode, subtests, settings):
    """Each request is sent by nobody in particular, then with a token."""
    settings.API_THROTTLES = dict.fromkeys(settings.API_THROTTLES, ("99999/minute", "99999/minute"))
    world = make_world()
    stranger = {"Prefer": "respond-async"}
    callers = (stranger, stranger | {"Authorization": f"Bearer {token(world['ana'])}"})
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema", get_wsgi_application())
    real = {
        "game_id": world.game.pk,
        "upload_id": str(world.upload.pk),
        "pool": "overall",
        "table_id": world.playing.pk,
        "line_id": world.line.pk,
    }
    for all_operation in schema.get_all_operations():
        operation = all_operation.ok()
        if mode is GenerationMode.NEGATIVE and not has_input(operation):
            continue

        @seed(20261121)
        @QUIET
        @given(case=operation.as_strategy(generation_mode=mode), is_real=...)
        def run(case: Case, is_real: bool) -> None:
            assume("" not in (case.query or {}).values())  # an empty filter is none
            # 413 is right for a large body, and no refusal for the check of wrong input
            assume(mode is GenerationMode.POSITIVE or len(repr(case.body)) < LARGE)
            if is_real and mode is GenerationMode.POSITIVE:
                case.path_parameters |= {k: v for k, v in real.items() if k in case.path_parameters}
            for headers in callers:
                case.call_and_validate(headers=headers, excluded_checks=[UNDESCRIBED])

        cache.clear()  # no operation is refused because of wrong tokens tried at another
        with subtests.test(operation.label):
            run()
