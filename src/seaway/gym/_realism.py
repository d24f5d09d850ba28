"""What tells the field from the simulator: noise, bias and delay, lag and dead zones, current, waves and wind."""

from dataclasses import dataclass
from typing import Any, Literal

from seaway.errors import ModelError
from seaway.gym._draws import Distribution, as_distribution, uniform
from seaway.gym._setup import Setup
from seaway.sea import Jonswap, Sea, Waves

Level = Literal["ideal", "field"]


@dataclass(frozen=True)
class Realism:
    """How real an environment is.

    Attributes:
        noise: Factor on the noise and the bias of every signal, see ``Signal``.
        delay: Delay of the observations [steps].
        lag: Time constant of a lag of the actions [s].
        dead_zone: Actions below it do nothing.
        current: Horizontal speed of the current [m/s], its direction being random.
        fault: Probability that one actuator fails in an episode.
        wave_height: Significant height of the waves [m]; 0 for still water.
        wave_period: Peak period of the waves [s].
    """

    noise: float = 0.0
    delay: Distribution | float = 0.0
    lag: Distribution | float = 0.0
    dead_zone: Distribution | float = 0.0
    current: Distribution | float = 0.0
    fault: float = 0.0
    wave_height: float = 0.0
    wave_period: float = 6.0

    @classmethod
    def of(cls, level: "Level | Realism", setup: Setup) -> "Realism":
        """The realism of a name, for a vehicle.

        Args:
            level: ``"ideal"``, ``"field"``, or one of your own.
            setup: What the vehicle can do: currents are a share of its speed.

        Raises:
            ModelError: There is no such name.
        """
        if isinstance(level, Realism):
            return level
        if level == "ideal":
            return cls()
        if level == "field":
            return cls(
                noise=1.0,
                delay=uniform(0.0, 3.0),
                lag=uniform(0.05, 0.2),
                dead_zone=uniform(0.02, 0.08),
                current=uniform(0.0, 0.3 * setup.speed),
                wave_height=0.3 if setup.floats else 1.0,
                wave_period=3.0 if setup.floats else 6.0,
            )
        raise ModelError(f"there is no realism {level!r}; there are 'ideal' and 'field', or a Realism of your own")

    @property
    def drawn(self) -> dict[str, Distribution]:
        """What is drawn for each episode, by name."""
        given: dict[str, Any] = {name: getattr(self, name) for name in ("delay", "lag", "dead_zone", "current")}
        return {name: as_distribution(value) for name, value in given.items() if value != 0.0}

    def sea(self, still: Sea) -> Sea:
        """The sea with its waves."""
        if self.wave_height <= 0.0:
            return still
        # Few components: every environment has its own part of the sea, and a learner sees no more of it.
        spectrum = Jonswap(self.wave_height, self.wave_period)
        waves = Waves.irregular(spectrum, count=5, seed=0, depth=still.depth, gravity=still.gravity)
        return still.replace(waves=waves)
