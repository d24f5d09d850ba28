from matplotlib.colors import to_hex
from tests.unit.report.test_run_figures import dataset

from seaway.forces import FORCES
from seaway.report import run_figure
from seaway.report._figures import PAGE_COLORS
from seaway.report._looks import FORCE_STYLES


def test_every_force_has_a_style_of_its_own() -> None:
    assert set(FORCE_STYLES) == {*FORCES, "weight and buoyancy"} - {"weight", "buoyancy"}
    assert len(set(FORCE_STYLES.values())) == len(FORCE_STYLES)
    assert {style.split()[1] for style in FORCE_STYLES.values()} <= set(PAGE_COLORS)
    assert len(set(PAGE_COLORS.values())) == len(PAGE_COLORS)


def test_figures_have_the_colors_and_dashes_of_pages() -> None:
    legend = run_figure(dataset(), "forces").legends[0]
    drawn = {text.get_text(): line for text, line in zip(legend.get_texts(), legend.get_lines(), strict=True)}
    for words in set(drawn) - {"sum"}:
        style = FORCE_STYLES[words if words == "weight and buoyancy" else words.replace(" ", "_")]
        assert to_hex(drawn[words].get_color()) == PAGE_COLORS[style.split()[1]]
        assert drawn[words].get_linestyle() == ("--" if "dashed" in style else "-")
    assert len(drawn) > 2
