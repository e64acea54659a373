"""The program on a data directory."""

import support.service

TOKEN = "operator-of-the-harness"


class Service(support.service.Service):
    def __init__(self, program, directory, *options, mode="commit", **process):
        super().__init__(program, "--data-directory", directory, "--durability", mode, *options, token=TOKEN, **process)
