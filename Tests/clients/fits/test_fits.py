"""Each part of "Where you are" in docs/clients.md, run by the program that it is for, with its own service."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

import yaml
from slurm import Slurm

from support.process import free_port
from support.service import ROOT, Service
from support.waiting import until

WORK = "#!/bin/sh\nfor i in 1 2 3 4; do echo \"[$i/4] step\"; done\n"
# Legal in GitLab, and not as the name of a progress.
ODD_NAME = "rspec: [a, b] 1/3"


def parts():
    """The text of each block of the section, by the word after its fence."""
    page = (ROOT / "docs/clients.md").read_text()
    section = page.split("## Where you are\n", 1)[1].split("\n## ", 1)[0]
    return dict(re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S))


PARTS = parts()


class FitTest(unittest.TestCase):
    def setUp(self):
        with contextlib.ExitStack() as stack:
            self.service = stack.enter_context(Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error"))
            self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self.addCleanup(stack.pop_all().close)
        folders = [pathlib.Path(os.environ["PROGRESSCTL"]).parent, pathlib.Path(sys.executable).parent]
        self.environment = {
            **os.environ, "PATH": os.pathsep.join([*map(str, folders), os.environ["PATH"]]),
            "PROGRESSD_URL": self.service.url, "HOME": str(self.folder),
        }
        self.write("backup.sh", WORK)
        self.write("Makefile", "all test:\n\t@./backup.sh\n")

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def run_line(self, line, **environment):
        """Runs a line by a shell, as cron, systemd and runners of jobs do."""
        subprocess.run(["sh", "-ec", line], cwd=self.folder, env={**self.environment, **environment}, check=True,
                       timeout=120, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def expect(self, **members):
        def shows():
            roots = self.service.call("GET", "/v1/progress?limit=100").json["items"]
            return any(all(root[member] == value for member, value in members.items()) for root in roots)
        until(shows, f"a root with {members}")

    def finished(self, **members):
        self.expect(state="finished", completedUnitCount=4, totalUnitCount=4, **members)

    def test_cron(self):
        setting, line = PARTS["crontab"].splitlines()
        self.assertRegex(setting, r"^PROGRESSD_URL=http://\S+$")
        self.run_line(re.fullmatch(r"(?:\S+ ){5}(.*)", line)[1])
        self.finished(name="nightly")

    def test_systemd(self):
        unit = self.folder / "nightly.service"
        program = shutil.which("progressctl", path=self.environment["PATH"])
        text = PARTS["systemd"].replace("ExecStart=progressctl", f"ExecStart={program}")
        unit.write_text(text.replace("/usr/local/bin/backup.sh", str(self.folder / "backup.sh")))
        subprocess.run(["systemd-analyze", "verify", str(unit)], check=True, timeout=60)
        self.run_line(re.search(r"^ExecStart=(.*)$", unit.read_text(), re.M)[1])
        self.finished(name="nightly")

    def test_make(self):
        self.write("Makefile", PARTS["make"] + "all:\n\t@./backup.sh\n")
        self.run_line("make watched")
        self.finished(name=None, localizedDescription="Build")

    def test_github_actions(self):
        [step] = yaml.safe_load(PARTS["github"])
        self.assertEqual(set(step["env"]), {"PROGRESSD_URL", "PROGRESSD_TOKEN"})
        self.run_line(step["run"], GITHUB_JOB="unit-tests_2", GITHUB_SHA="4711",
                      GITHUB_SERVER_URL="https://github.example.org", GITHUB_REPOSITORY="a/b", GITHUB_RUN_ID="7")
        self.finished(localizedDescription="unit-tests_2", labels={"commit": "4711"},
                      urls={"log": "https://github.example.org/a/b/actions/runs/7"})

    def test_gitlab(self):
        [line] = yaml.safe_load(PARTS["gitlab"])["test"]["script"]
        for name in ODD_NAME, "--tests $HOME":
            self.run_line(line, CI_JOB_NAME=name, CI_COMMIT_SHA="4711", CI_JOB_URL="https://gitlab.example.org/job/7")
            self.finished(localizedDescription=name, labels={"commit": "4711"},
                          urls={"log": "https://gitlab.example.org/job/7"})

    def test_airflow(self):
        page = (ROOT / "docs/clients.md").read_text()
        line = re.search(r"`(progressctl run [^`]*task_id[^`]*)`", page)[1] + " ./backup.sh"
        self.run_line(line.replace("{{ task.task_id }}", "group.load-2").replace("{{ dag.dag_id }}", "etl.daily"))
        self.finished(localizedDescription="group.load-2", labels={"dag": "etl.daily"})

    def test_jobs_at_once_leave_each_other_alone(self):
        self.write("backup.sh", WORK.replace("; done", "; until [ -e go ]; do sleep 0.1; done; done"))
        self.write("Makefile", PARTS["make"] + "all test:\n\t@./backup.sh\n")
        [github] = yaml.safe_load(PARTS["github"])
        [gitlab] = yaml.safe_load(PARTS["gitlab"])["test"]["script"]
        lines = [github["run"], gitlab, "make watched"]
        jobs = [subprocess.Popen(["sh", "-ec", line], cwd=self.folder, env={
                    **self.environment, "GITHUB_JOB": "test", "CI_JOB_NAME": ODD_NAME,
                }, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for line in lines * 2]

        until(lambda: len(self.service.call("GET", "/v1/progress?limit=100").json["items"]) == len(jobs), "all jobs")
        self.write("go", "")
        self.assertEqual([job.wait(timeout=60) for job in jobs], [0] * len(jobs))

    def test_kubernetes(self):
        [container] = yaml.safe_load(PARTS["kubernetes"])["containers"]
        self.assertEqual([each["name"] for each in container["env"]], ["PROGRESSD_URL"])
        self.write("migrate.sh", WORK)
        subprocess.run(container["command"], cwd=self.folder, env=self.environment, check=True, timeout=60,
                       stdout=subprocess.DEVNULL)
        self.finished(localizedDescription="Migrate")

    def test_celery(self):
        self.write("tasks.py", textwrap.dedent("""
            import celery, progressd
            app = celery.Celery(broker="memory://", backend="cache+memory://")
            def shrink(film): pass
        """) + PARTS["celery"] + textwrap.dedent("""
            if __name__ == "__main__":
                from celery.contrib.testing.worker import start_worker
                with start_worker(app, perform_ping_check=False):
                    convert.delay([1, 2, 3, 4]).get(timeout=60)
        """))
        self.run_line("python tasks.py")
        self.expect(localizedDescription="Convert films", state="finished", completedUnitCount=4, totalUnitCount=4)

    def test_dask(self):
        inside = textwrap.indent(PARTS["dask"], "    ")
        self.write("films.py", textwrap.dedent("""
            import progressd
            from distributed import Client, as_completed
            def shrink(film): return film
            films = [1, 2, 3, 4]
            with Client(processes=False, dashboard_address=None) as client:
        """) + inside)
        self.run_line("python films.py")
        self.expect(localizedDescription="Convert films", state="finished", completedUnitCount=4, totalUnitCount=4)

    def test_snakemake(self):
        self.write("Snakefile", textwrap.dedent("""
            rule all:
                input: "1.txt", "2.txt", "3.txt"
            rule one:
                output: "{number}.txt"
                shell: "touch {output}"
        """))
        self.run_line(PARTS["snakemake"])
        self.finished(localizedDescription="Workflow")

    def test_slurm(self):
        self.write("train.sh", WORK)
        script = self.write("job.sh", PARTS["slurm"])
        folder = self.folder / "slurm"
        folder.mkdir()
        with Slurm(folder, free_port(), free_port()) as slurm:
            slurm.run(script, **{name: self.environment[name] for name in ("PATH", "PROGRESSD_URL", "HOME")})
        self.expect(state="finished", completedUnitCount=4, totalUnitCount=4, labels={"node": "node"})


if __name__ == "__main__":
    unittest.main()
