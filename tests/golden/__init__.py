"""Golden runs: what version 0.1 computes, kept as data, so that a rebuilt engine can be compared with it.

    python -m tests.golden record     # writes data/, one file per case
    python -m tests.golden compare    # says how far every case is from its file

A case is a scenario text, or a few calls of ``_build``, which is the only module here that knows the API of seaway. The
data know names of vehicles, forces and arrays alone.
"""
