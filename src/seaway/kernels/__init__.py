"""Compiled physics: one file per law, floats and tuples in and out.

This layer does not protect you: no checks, no exceptions, no input or output. ``seaway.vehicle`` and ``seaway.sea``
check and compile descriptions into arrays of records, whose fields stand here beside the kernels that read them;
``seaway.sim`` owns the state and calls ``rows``.

What holds for all of them:

* Parameters are arrays of records (structured arrays) with a leading axis of 1 (shared) or of the batch;
  ``vectors.own_row`` picks the index. Then comes the vehicle, or the items of all vehicles one after the other. A
  record is one pointer to the compiler: NamedTuples of forty arrays took 28 s to compile and ran four times slower.
* An absent law is a zero-length array, so that there is one compiled signature.
* 6x6 matrices are stored by columns, ``M[j, i]``: the six products of one column are then neighbours in memory, and
  the compiler packs them.
* What is marked ``@kernel`` can only be called from compiled code: from Python it would crash the interpreter. What is
  marked ``@called_kernel``, ``@loop_kernel`` or ``@batch_kernel`` is called from Python.
* Wrenches are about Bo in B, (force, torque).
"""

__all__: list[str] = []
