"""The corpus of real files, where it is at hand; see ``sdf_corpus.py``."""

import pytest
from tests.validation import sdf_corpus


def test_real_files_are_read_as_the_reference_parser_reads_them() -> None:
    folder = sdf_corpus.corpus()
    if folder is None:
        pytest.skip("the corpus of real SDFormat files is not here; set SEAWAY_SDF_CORPUS to its folder")
    score = sdf_corpus.run(folder)
    assert score.differences == []
    assert score.agreed("valid") == (290, 290)
    assert score.agreed("invalid") == (75, 75)
    assert score.agreed("needs_uri") == (61, 61)
    assert score.links == 1321
    assert score.round_trips > 400
    assert score.edits > 200
