from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import structlog

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """The command line sets logging up for the whole process, bound to the captured output."""
    yield
    structlog.reset_defaults()
