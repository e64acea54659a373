"""`PROGRESSD_AUTO=tqdm,rich`: before the program's first line. A mistake in it must not stop the program."""

import os


def _start() -> None:
    libraries = [library.strip() for library in os.environ.get("PROGRESSD_AUTO", "").split(",") if library.strip()]
    try:
        from ._auto import auto

        auto(*(libraries if libraries not in (["1"], ["all"]) else ()))
    except Exception as error:
        from ._saying import say

        say(f"progressd: PROGRESSD_AUTO: {error}")


_start()
