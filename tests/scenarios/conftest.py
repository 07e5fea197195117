"""A stage for every scenario, and the proof that its recordings replay exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.scenarios.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage to open; whatever was played on it has to replay exactly."""
    stage = Stage()
    yield stage
    stage.assert_replays()
