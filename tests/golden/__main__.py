"""Record golden cases, or compare with them: ``python -m tests.golden record|compare|list``."""

import argparse
import sys
import time
from collections.abc import Sequence
from fnmatch import fnmatch

from tests.golden import _store
from tests.golden._case import LARGEST_GROWTH, Case
from tests.golden._compare import difference
from tests.golden.cases import CASES


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    record = commands.add_parser("record", help="compute cases and write their files")
    record.add_argument("--force", action="store_true", help="replace files that are there")
    compare = commands.add_parser("compare", help="compute cases and compare with their files")
    compare.add_argument("--exact", action="store_true", help="demand identical bits")
    for each in (record, compare, commands.add_parser("list", help="names of the cases")):
        each.add_argument("cases", nargs="*", help="names, or patterns such as 'hulls/*'; default: all")
    given = parser.parse_args(arguments)
    chosen = [case for case in CASES if not given.cases or any(fnmatch(case.name, like) for like in given.cases)]
    if not chosen:
        parser.error(f"no case matches {' '.join(given.cases)}")
    if given.what == "record":
        return _record(chosen, given.force)
    if given.what == "compare":
        return _compare(chosen, given.exact)
    for case in chosen:
        _say(case.name)
    return 0


def _record(cases: Sequence[Case], force: bool) -> int:
    there = [case.name for case in cases if _store.file_of(case.name).exists()]
    if there and not force:
        _say(f"{len(there)} of these cases are recorded, the first is {there[0]}; replace them with --force")
        return 1
    entries = _store.index()
    entries["made"].append(_store.here())
    failed = 0
    for case in cases:
        arrays = case.arrays(False)
        growth = difference(case.arrays(True), arrays).relative if case.tolerance is None else 0.0
        if growth > LARGEST_GROWTH:
            failed += 1
            _say(f"{case.name}: not recorded, a rounding error grows to {growth:.1e}; choose a shorter run")
            continue
        _store.write(case.name, arrays)
        entries["cases"][case.name] = {"growth": float(f"{growth:.2g}"), "made": len(entries["made"]) - 1}
        _say(f"{case.name}: recorded, a rounding error grows to {growth:.1e}")
    known = {case.name for case in CASES}
    entries["cases"] = {name: case for name, case in entries["cases"].items() if name in known}
    _store.write_index(entries)
    return 1 if failed else 0


def _compare(cases: Sequence[Case], exact: bool) -> int:
    entries = _store.index()["cases"]
    failed = same = 0
    for case in cases:
        if case.name not in entries:
            failed += 1
            _say(f"{case.name}: not recorded")
            continue
        start = time.process_time()
        found = difference(case.arrays(False), _store.read(case.name))
        seconds = time.process_time() - start
        allowed = case.allowed(entries[case.name]["growth"])
        bad = bool(found.missing) or not found.relative <= allowed or (exact and not found.identical)
        failed += bad
        same += found.identical
        limit = f", allowed {'identical bits' if exact else f'{allowed:.0e}'}" if bad else ""
        _say(f"{'FAILED ' if bad else ''}{case.name}: {found}{limit} ({seconds:.2f} s)")
    _say(f"{len(cases)} cases: {same} identical, {len(cases) - same - failed} within tolerance, {failed} failed")
    return 1 if failed else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
