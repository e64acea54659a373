"""Puts the programs into the wheel: what `Scripts/wheel/run` has laid out in the folder PROGRESSD_PROGRAMS.

Without that variable the wheel is pure, as `pip install ./clients/python` makes it.
"""

import os
import pathlib

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Programs(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        folder = os.environ.get("PROGRESSD_PROGRAMS")
        if not folder:
            return
        tree = pathlib.Path(folder)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['PROGRESSD_PLATFORM']}"
        # The programs themselves, without a launcher: signals go straight to them.
        for program in sorted((tree / "bin").iterdir()):
            build_data["shared_scripts"][str(program)] = program.name
        for file in sorted((tree / "share").rglob("*")):
            if file.is_file():
                build_data["shared_data"][str(file)] = str(file.relative_to(tree))
