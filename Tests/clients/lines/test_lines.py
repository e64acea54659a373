"""Each line in the tables of docs/clients.md, run as a reader would paste it, with its own service.

A scene prepares an empty folder, says where the line goes if it is a fragment, and which root there is afterwards.
"""

import contextlib
import dataclasses
import functools
import http.server
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

from support.service import ROOT, Service
from support.waiting import until

WORK = "mkdir -p work && for i in 1 2 3; do head -c 300000 /dev/urandom >work/$i; done\n"
MODULE = f'import {{ track, watch }} from "{ROOT}/clients/js/progressd.js";\n'
LOOP = "for _ in {}: pass\n"
FINISHED = {"state": "finished"}
JOBS = """
for job in build test deploy; do curl -fsSo /dev/null -X PUT "$PROGRESSD_URL/v1/progress/$job" -d totalUnitCount=4; done
"""
DONE = JOBS + """
for job in build test deploy; do curl -fsSo /dev/null -X PATCH "$PROGRESSD_URL/v1/progress/$job" -d completedUnitCount=4; done
"""


@dataclasses.dataclass
class Scene:
    """`around` has the line in place of `{}`: a shell script, or with `language` a program in that."""

    shows: dict
    prepare: str = ""
    around: str = "{}\n"
    language: str = "sh"
    prints: str = ".*"


def by_run(prepare="", **more):
    return Scene({**FINISHED, **more}, prepare)


SCENES = {
    "progressctl run -- make": by_run("printf 'all:\\n\\techo 50%%\\n' >Makefile\n"),
    "progressctl run -- ninja": by_run(
        "printf 'rule touch\\n command = touch $out\\n' >build.ninja\n"
        "for i in 1 2 3; do echo \"build $i: touch\"; done >>build.ninja\n", totalUnitCount=3),
    "progressctl run -- restic backup --json work": by_run(WORK + "restic init -q\n"),
    "progressctl run -- rclone copy work copy --use-json-log --stats 500ms --stats-log-level NOTICE": by_run(WORK),
    "progressctl run -- rsync -a --info=progress2 --no-inc-recursive work/ copy/": by_run(WORK),
    "progressctl run -- borg create --log-json --progress ::today work": by_run(WORK + "borg init -e none\n"),
    "progressctl run -- git clone --progress source copy": by_run(
        "git init -q source && cd source && seq 100 >a && git add a &&\n"
        "git -c user.name=a -c user.email=a@example.org commit -qm a && cd ..\n"),
    "tar -c work | progressctl pipe --name archive >work.tar": Scene({**FINISHED, "name": "archive"}, WORK),
    "progressctl report nightly --by 1 --total 3 --obey": Scene(
        {"state": "running", "name": "nightly", "completedUnitCount": 1, "totalUnitCount": 3}),
    'eval "$(progressctl sh)"': Scene(
        {**FINISHED, "name": "script", "completedUnitCount": 3},
        around="{}\nprogress_begin script 3 && progress_report script 3 3\n"),
    'curl "$PROGRESSD_URL/v1/progress" -d name=import -d totalUnitCount=10': Scene(
        {"state": "running", "name": "import", "totalUnitCount": 10}),
    "progressctl watch deploy": Scene(FINISHED, DONE, prints="deploy"),
    "progressctl wait build test deploy": Scene(FINISHED, DONE),
    "progressctl wait build test deploy --create-timeout 5m": Scene(FINISHED, DONE),
    "progressctl ls": Scene({"name": "test"}, JOBS, prints="test"),
    "progressctl get deploy --json": Scene({"name": "deploy"}, JOBS, prints='"totalUnitCount": ?4'),
    "progressctl cancel deploy": Scene({"name": "deploy", "state": "cancelled"}, JOBS),
    "progressctl grant deploy --link --hours 8": Scene({"name": "deploy"}, JOBS, prints=r"/progress/deploy\?grant="),
    "progressctl grants deploy": Scene(
        {"name": "deploy"}, JOBS + "progressctl grant deploy >token\n", prints="\tgrant\tviewer\tdeploy\t"),
    "PROGRESSD_AUTO=tqdm,rich python script.py": Scene(
        {**FINISHED, "totalUnitCount": 20},
        "printf 'from tqdm import tqdm\\nfor _ in tqdm(range(20)): pass\\n' >script.py\n"),
    "python -m progressd run script.py": Scene(
        {**FINISHED, "totalUnitCount": 20},
        "printf 'from rich.progress import track\\nfor _ in track(range(20)): pass\\n' >script.py\n"),
    "from progressd.tqdm import tqdm": Scene(
        {**FINISHED, "totalUnitCount": 20}, around="{}\n" + LOOP.format("tqdm(range(20))"), language="python"),
    'for row in progressd.track(rows, "Importing"): pass': Scene(
        {**FINISHED, "totalUnitCount": 3}, around="import progressd\nrows = [1, 2, 3]\n{}\n", language="python"),
    'for await (const row of track(rows, { title: "Importing" })) {}': Scene(
        {**FINISHED, "totalUnitCount": 3}, around=MODULE + "const rows = [1, 2, 3];\n{}\n", language="javascript"),
    "for await (const shown of watch(\"deploy\")) console.log(shown.fractionCompleted);": Scene(
        FINISHED, DONE, around=MODULE + "{}\n", language="javascript", prints="(?m)^1$"),
    'yt-dlp --use-postprocessor Progressd:when=pre_process "$SOURCE/film.mp4"': Scene(
        {**FINISHED, "totalUnitCount": 300_000}, "head -c 300000 /dev/urandom >film.mp4\nmkdir got && cd got\n"),
}


def lines():
    """The lines of the tables, as the page shows them."""
    page = (ROOT / "docs/clients.md").read_text()
    cells = re.findall(r"^\| [^|]* \| `((?:[^|`]|\\\|)*)` \|$", page, re.M)
    return [cell.replace("\\|", "|") for cell in cells]


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Stage:
    """An empty folder, a service, a server of the files in the folder, and programs as after an installation."""

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.service = stack.enter_context(Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error"))
            self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
            handler = functools.partial(Files, directory=self.folder)
            self.files = stack.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler))
            threading.Thread(target=self.files.serve_forever, daemon=True).start()
            stack.callback(self.files.shutdown)
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        return self.stack.__exit__(*error)

    def paste(self, scene, line):
        """Returns the ended process, with its output."""
        text = scene.around.replace("{}", line, 1)
        if scene.language != "sh":
            program, suffix = {"python": ("python", "py"), "javascript": ("/usr/bin/node", "mjs")}[scene.language]
            (self.folder / f"fragment.{suffix}").write_text(text)
            text = f"{program} fragment.{suffix}\n"
        folders = [pathlib.Path(os.environ["PROGRESSCTL"]).parent, pathlib.Path(sys.executable).parent]
        environment = {
            **os.environ, "PATH": os.pathsep.join([*map(str, folders), os.environ["PATH"]]),
            "PROGRESSD_URL": self.service.url, "HOME": str(self.folder),
            "SOURCE": f"http://127.0.0.1:{self.files.server_port}",
            "RESTIC_REPOSITORY": "repository", "RESTIC_PASSWORD": "secret", "BORG_REPO": "repository",
        }
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", scene.prepare + text], cwd=self.folder, env=environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)

    def shows(self, members):
        roots = self.service.call("GET", "/v1/progress?limit=100").json["items"]
        return any(all(root[member] == value for member, value in members.items()) for root in roots)


class LineTest(unittest.TestCase):
    def test_every_line_has_a_scene_and_every_scene_a_line(self):
        self.assertEqual(sorted(lines()), sorted(SCENES))

    def test_a_line_does_what_the_page_says(self):
        for line, scene in SCENES.items():
            with self.subTest(line), Stage() as stage:
                run = stage.paste(scene, line)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertRegex(run.stdout, scene.prints)
                until(lambda: stage.shows(scene.shows), f"a root with {scene.shows}")


if __name__ == "__main__":
    unittest.main()
