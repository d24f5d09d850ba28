"""Guidance of one vehicle in a scenario file; its keys determine its kind."""

from collections.abc import Mapping
from typing import Any, Final

from seaway.control._guidance import DepthProfile, Docking, Guidance, PathFollowing, StationKeeping, Waypoints
from seaway.parts import KW_ONLY, Field, NameOrNone, Part, Reading, RefusedError, all_keys, read_kind
from seaway.parts._tables import field_line

KINDS: Final[Mapping[str, type[Guidance]]] = {
    "waypoints": Waypoints,
    "path": PathFollowing,
    "station": StationKeeping,
    "dock": Docking,
    "profile": DepthProfile,
}
"""Kinds of guidance by the key that is unique to each."""


class _ByKey(Field[Guidance, Guidance]):
    """Guidance whose keys determine its kind."""

    hint = "Guidance"
    by_content = KINDS

    @property
    def together(self) -> bool:
        return True

    @property
    def table_keys(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*KINDS, *(key for kind in KINDS.values() for key in all_keys(kind)))))

    def check(self, value: Any) -> Any:
        if not isinstance(value, Guidance):
            raise RefusedError(f"must be a Guidance, such as Waypoints, got {value!r}", "wrong-type")
        return value

    def read_keys(self, given: list[tuple[str, Any]], reading: Reading) -> Any:
        table = dict(given)
        found = [key for key in KINDS if key in table]
        if len(found) != 1:
            *others, last = KINDS
            reason = f"must have one of {', '.join(others)} and {last}, got {' and '.join(found) or 'none'}"
            raise RefusedError(reason, "conflict" if found else "missing-key")
        return read_kind(KINDS[found[0]], table, reading)


class GuidanceSettings(Part, what="guidance"):
    """Guidance of one vehicle: a table ``[guidance]`` of a scenario, with the arguments of one kind of guidance.

    ``waypoints`` make it ``Waypoints``, a ``path`` ``PathFollowing``, a ``station`` ``StationKeeping``, a ``dock``
    ``Docking``, a ``profile`` a ``DepthProfile``.

    Raises:
        ModelError: The keys do not determine one kind, or a number is out of range.
    """

    guidance: _ByKey = _ByKey()
    """Guidance to follow: a route, a path, a station, a dock or a depth profile, by the keys of its own table below."""
    _: KW_ONLY
    vehicle: NameOrNone = NameOrNone(default=None)
    """Name of the vehicle; default: the only one."""

    @classmethod
    def __schema__(cls, definitions: dict[str, Any]) -> dict[str, Any]:
        """JSON schema of the table: that of any kind, and the vehicle."""
        vehicle = {"type": "string", "description": field_line(cls.__part__.fields["vehicle"])}
        kinds = [kind.__schema__(definitions) for kind in KINDS.values()]
        for kind in KINDS.values():
            definitions[kind.__name__]["properties"].setdefault("vehicle", vehicle)
        return {"anyOf": kinds}
