from hypothesis import settings

# The same cases on every machine and run: a failure is a fact, not luck. No deadline: timing is not correctness.
settings.register_profile("seaway", derandomize=True, deadline=None, database=None, max_examples=100)
settings.load_profile("seaway")
