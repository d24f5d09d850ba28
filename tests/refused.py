"""The message with which something is refused, compared as a whole."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from seaway.errors import ModelError


@contextmanager
def refused(message: str) -> Iterator[None]:
    """Expect a ``ModelError`` with exactly this message."""
    with pytest.raises(ModelError) as error:
        yield
    assert str(error.value) == message
