"""The program, its image and its contract as they describe themselves: files for deploying are compared with this."""

import os
import re
import subprocess
import tempfile

import yaml

from kit import REPOSITORY


def text(path):
    with open(os.path.join(REPOSITORY, path), encoding="utf-8") as file:
        return file.read()


def documents(path):
    return list(yaml.safe_load_all(text(path)))


class Program:
    """The options and variables that `--help` names."""

    def __init__(self):
        command = [os.environ["PROGRESSD"], "--help"]
        # Wide enough that no word is broken.
        environment = {**os.environ, "COLUMNS": "1000"}
        self.help = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
        self.options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", self.help))
        self.variables = set(re.findall(r"PROGRESSD_[A-Z_]*[A-Z]", self.help))

    @property
    def defaults(self):
        """The default of each option, by its variable; empty if it has no default."""
        found = re.findall(r"\((?:default: ([^;()]+); )?(PROGRESSD_[A-Z_]*[A-Z])\)", self.help)
        return {variable: default for default, variable in found}

    def unknown_variables(self, path):
        of_the_build = set(re.findall(r'Context\.environment\["(\w+)"\]', text("Package.swift")))
        return set(re.findall(r"\bPROGRESSD_[A-Z_]*[A-Z]", text(path))) - self.variables - of_the_build

    def unknown_options(self, path):
        """Unknown options in command lines that start with the program, or that `docker run` gives it."""
        lines = re.findall(r"(?:^[#\s`]*|docker run [^\n]* )progressd( --[^\n`]*)", text(path), re.M)
        return {option for line in lines for option in re.findall(r" (--[a-z][a-z-]*)", line)} - self.options

    def status_of_start(self, variables):
        """Starts with an existing data directory and token file, until the first line; the status after SIGTERM."""
        with tempfile.TemporaryDirectory() as directory:
            tokens = os.path.join(directory, "tokens")
            with open(tokens, "w", encoding="utf-8") as file:
                file.write("viewer:a-viewer-of-the-tests\n")
            places = {"PROGRESSD_DATA_DIRECTORY": os.path.join(directory, "data"), "PROGRESSD_TOKEN_FILE": tokens}
            os.mkdir(places["PROGRESSD_DATA_DIRECTORY"])
            command = [os.environ["PROGRESSD"], "--port", "0", "--log-level", "error"]
            environment = {**variables, **places}
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
                process.stdout.readline()
                process.terminate()
        return process.returncode


class Image:
    """The image that the Dockerfile describes."""

    def __init__(self):
        lines = text("Dockerfile")
        self.user = int(re.search(r"^USER (\d+):\1$", lines, re.M)[1])
        self.port = int(re.search(r"^EXPOSE (\d+)$", lines, re.M)[1])
        self.data = re.search(rf"install -d -o {self.user} -g {self.user} -m 700 (\S+)", lines)[1]


def open_paths():
    """Those of the contract that a GET needs no token for."""
    paths = documents("openapi.yaml")[0]["paths"]
    return {path for path, item in paths.items() if item.get("get", {}).get("security") == []}
