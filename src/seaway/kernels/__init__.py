"""Compiled physics: one file per force, with floats, tuples and views as arguments and results.

This layer does not protect you: no checks, no exceptions, no input or output. ``seaway.vehicle`` and ``seaway.sea``
check descriptions; ``seaway.engine`` stores their parameters and the state, and calls the kernels from the assembled
step.

Common rules:

* Kernels are written for floats, and compile for lanes, several runs at a time, unless they have an ``if`` on a number.
* 6x6 matrices are stored by columns, ``M[j, i]``: the six products of one column are then adjacent in memory, and the
  compiler packs them.
* Functions marked ``@kernel`` can only be called from compiled code: from Python they would crash the interpreter.
  Functions marked ``@called_kernel`` or ``@called_loop_kernel`` are called from Python, too.
* Wrenches are about Bo in B, (force, torque) [N, N m].
"""

__all__: list[str] = []
