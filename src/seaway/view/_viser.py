"""The one door to viser, which only users of the extra ``view`` have."""

import contextlib
import io
import logging
from typing import TYPE_CHECKING, Any

from seaway.errors import MissingDependencyError, ModelError

if TYPE_CHECKING:
    from viser import SceneApi, ViserServer

LOCAL_HOST = "127.0.0.1"
"""Address on which only this machine can reach a server."""


def check_viser() -> None:
    """Check that viser is installed.

    Raises:
        MissingDependencyError: It is not.
    """
    try:
        import viser as _  # noqa: F401
    except ImportError:
        raise MissingDependencyError("viser", "view") from None


def start_server(host: str = LOCAL_HOST, port: int = 0, label: str = "Seaway") -> "ViserServer":
    """Start a server of a scene, without a word on the terminal.

    Args:
        host: Address to listen on.
        port: Port; the next free one is taken if it is in use. Default: any free port.
        label: Title of the panel.

    Raises:
        MissingDependencyError: viser is not installed.
        ModelError: The address cannot be listened on.
    """
    check_viser()
    from viser import ViserServer

    # Browsers open connections that they do not use; each would be an error on the terminal.
    logging.getLogger("websockets.server").setLevel(logging.CRITICAL)

    try:
        with contextlib.redirect_stdout(io.StringIO()):  # its banner
            server = ViserServer(host=host, port=port, label=label, verbose=False)
    except OSError as error:
        raise ModelError(f"cannot listen on {host}:{port}: {error.strerror or error}; give another --host") from None
    # A page could ask the server to open a tunnel to the internet.
    vars(server)["request_share_url"] = lambda *_, **__: None  # type: ignore[reportUnknownLambdaType]
    return server


def stop_server(server: "ViserServer") -> None:
    """Stop a server, without a word on the terminal."""
    with contextlib.redirect_stdout(io.StringIO()):
        server.stop()


def set_sky(scene: "SceneApi", image: bytes, intensity: float) -> None:
    """Show an equirectangular picture around the scene, which also lights it.

    viser offers pictures of its own only; the message that carries them takes any.

    Args:
        scene: The scene, of all pages or of one.
        image: A JPEG, twice as wide as high; its middle row is the horizon.
        intensity: Brightness of its light on bodies.
    """
    from viser import _messages

    level: Any = (1.0, 0.0, 0.0, 0.0)
    message = _messages.EnvironmentMapMessage(
        hdri_data=image,
        background=True,
        background_blurriness=0.0,
        background_intensity=1.0,
        background_wxyz=level,
        environment_intensity=intensity,
        environment_wxyz=level,
    )
    scene._websock_interface.queue_message(message)  # type: ignore[reportPrivateUsage]
