from matplotlib.colors import to_hex
from tests.unit.report.test_run import dataset

from seaway.kernels.forces import LAWS
from seaway.report import forces_figure
from seaway.report._laws import LAW_LOOKS
from seaway.report._run import _LAW_COLORS


def test_every_law_has_a_look_of_its_own() -> None:
    assert set(LAW_LOOKS) == {*LAWS, "weight and buoyancy"} - {"weight", "buoyancy"}
    assert len(set(LAW_LOOKS.values())) == len(LAW_LOOKS)
    assert {look.color for look in LAW_LOOKS.values()} == set(_LAW_COLORS)
    assert len(set(_LAW_COLORS.values())) == len(_LAW_COLORS)


def test_figures_have_the_looks_of_pages() -> None:
    legend = forces_figure(dataset()).legends[0]
    drawn = {text.get_text(): line for text, line in zip(legend.get_texts(), legend.get_lines(), strict=True)}
    for words in set(drawn) - {"sum"}:
        look = LAW_LOOKS[words if words == "weight and buoyancy" else words.replace(" ", "_")]
        assert to_hex(drawn[words].get_color()) == _LAW_COLORS[look.color]
        assert drawn[words].get_linestyle() == ("--" if look.dashed else "-")
    assert len(drawn) > 2
