"""Prints a file of settings for the unit, from the help of the program: Scripts/deb/configuration.py PROGRAM

Each setting is there as a comment, with what it means and its default.
"""

import json
import re
import subprocess
import sys
import textwrap

HEAD = """\
# Settings of progressd, read by progressd.service: after a change, `systemctl restart progressd`.
#
# Without tokens the service listens on 127.0.0.1 only, and every user of this machine may write. For others, put lines
# role:token into a file that the user progressd can read, and name it below:
#
#     install -o root -g progressd -m 640 /dev/null /etc/progressd/tokens
#     echo "operator:$(openssl rand -hex 24)" >>/etc/progressd/tokens
#
# The data are in /var/lib/progressd. PROGRESSD_DATA_DIRECTORY= keeps them in memory, and is needed for PROGRESSD_CLUSTER.
"""


def lines(argument):
    """The lines of an option's setting; empty for an option without one."""
    match = re.fullmatch(r"(.*) \(((?:.*; )?)(PROGRESSD_[A-Z_]+)\)", argument["abstract"])
    if not match or argument["names"][0]["name"].startswith("no-"):
        return []
    meaning, default, variable = match.groups()
    default = default.removeprefix("default: ").removesuffix("; ")
    return ["", *textwrap.wrap(meaning, 118, initial_indent="# ", subsequent_indent="# "), f"#{variable}={default}"]


def main(program):
    output = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    commands = json.loads(output)["command"]["subcommands"]
    serve = next(command for command in commands if command["commandName"] == "serve")
    print(HEAD, end="")
    section = None
    for argument in serve["arguments"]:
        setting = lines(argument)
        if setting and argument.get("sectionTitle") != section:
            section = argument["sectionTitle"]
            print(f"\n## {section}")
        if setting:
            print("\n".join(setting))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
