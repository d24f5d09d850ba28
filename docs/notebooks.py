"""Run the notebooks of the tutorials, and show them as pages.

    python docs/notebooks.py            # run them, and compare what they print with what they hold
    python docs/notebooks.py --write    # run them, and keep what they print and draw

A cell is run as Jupyter does: in the names of the cells before it, with the value of its last expression shown, and its
figures kept. ``as_markdown`` makes a page of a notebook, with the outputs that it holds: nothing runs for that.
"""

import argparse
import ast
import base64
import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "tutorials"
Cell = dict[str, Any]


def as_markdown(text: str) -> str:
    """A notebook as MyST markdown, outputs included."""
    parts: list[str] = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            shown = "".join(output.get("text", data.get("text/plain", "")))
            if "image/png" in data:
                parts.append(f"![{shown}](data:image/png;base64,{''.join(data['image/png']).replace(chr(10), '')})")
            elif shown.strip():
                parts.append(f"```text\n{shown.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def run(cells: list[Cell]) -> list[list[Cell]]:
    """Run the code cells in their order; return the outputs of each."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [_outputs(cell, names) for cell in cells if cell["cell_type"] == "code"]


def _outputs(cell: Cell, names: dict[str, Any]) -> list[Cell]:
    import matplotlib.pyplot as plt

    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 - the notebooks are part of the project
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None  # noqa: S307
    outputs: list[Cell] = []
    if said.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(said.getvalue())})
    figures = [plt.figure(number) for number in plt.get_fignums()]
    for figure in figures:
        drawn = io.BytesIO()
        figure.savefig(drawn, format="png", dpi=80, bbox_inches="tight", metadata={"Software": None})
        title = figure.get_label() or "Figure"
        data = {"image/png": base64.b64encode(drawn.getvalue()).decode(), "text/plain": [title]}
        outputs.append({"output_type": "display_data", "metadata": {}, "data": data})
    plt.close("all")
    if value is not None and not figures:
        outputs.append({"output_type": "execute_result", "metadata": {}, "data": {"text/plain": _lines(repr(value))}})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def texts(outputs: list[list[Cell]]) -> list[str]:
    """What cells print, without their figures."""
    return [
        "".join("".join(each.get("text", each.get("data", {}).get("text/plain", ""))) for each in cell)
        for cell in outputs
    ]


def main() -> None:
    """Run all notebooks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep what they print and draw")
    write = parser.parse_args().write
    os.environ["MPLBACKEND"] = "agg"
    failed = False
    root = Path(__file__).parents[1]
    for path in sorted(FOLDER.glob("*.ipynb")):
        book = json.loads(path.read_text(encoding="utf-8"))
        code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
        held = texts([cell["outputs"] for cell in code])
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            Path("examples").symlink_to(root / "examples")
            found = run(book["cells"])
        if write:
            for number, (cell, outputs) in enumerate(zip(code, found, strict=True), 1):
                cell["execution_count"] = number
                for output in outputs:
                    if output["output_type"] == "execute_result":
                        output["execution_count"] = number
                cell["outputs"] = outputs
            path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        for cell, now, before in zip(code, texts(found), held, strict=True):
            if now != before and not write:
                failed = True
                print(f"{path.name}: the cell\n{''.join(cell['source'])}\nprints\n{now}\ninstead of\n{before}")
        print(f"{path.name}: {len(code)} cells")
    sys.exit(failed)


if __name__ == "__main__":
    main()
