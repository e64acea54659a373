"""A cluster of Slurm on this machine: one controller, one node, and munge, which vouches for both."""

import contextlib
import getpass
import os
import pathlib
import subprocess

from support.waiting import until

CONFIGURATION = """
ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmUser={user}
SlurmctldPort={port}
SlurmdPort={node_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SelectType=select/linear
ReturnToService=2
NodeName=node NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
PartitionName=main Nodes=node Default=YES State=UP
"""


class Slurm:
    """Needs root: munge and the node run as it."""

    def __init__(self, folder: pathlib.Path, port: int, node_port: int):
        self.folder, self.port, self.node_port = folder, port, node_port
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            for name in ("state", "spool"):
                (self.folder / name).mkdir()
            key = self.folder / "munge.key"
            key.write_bytes(os.urandom(128))
            key.chmod(0o400)
            (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
                user=getpass.getuser(), port=self.port, node_port=self.node_port, folder=self.folder))
            self.start(stack, "munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.socket",
                       f"--pid-file={self.folder}/munge.pid", f"--log-file={self.folder}/munge.log",
                       f"--seed-file={self.folder}/munge.seed")
            until((self.folder / "munge.socket").exists, "munge")
            self.start(stack, "slurmctld", "-D", "-i")
            # A node that asks too early asks again later and later.
            until(lambda: " is UP" in self.call("scontrol", "ping"), "the controller", pause=0.1)
            self.start(stack, "slurmd", "-D", "-N", "node")
            try:
                until(lambda: "idle" in self.call("sinfo", "--noheader", "--format=%T"), "a node that is idle", pause=0.1)
            except AssertionError as error:
                raise AssertionError(self.logs()) from error
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        return self.stack.__exit__(*error)

    def start(self, stack, name, *arguments):
        log = stack.enter_context(open(self.folder / f"{name}.out", "wb"))
        process = subprocess.Popen([f"/usr/sbin/{name}", *arguments], env=self.environment, stdout=log, stderr=log)
        stack.callback(self.stop, process)

    def stop(self, process):
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def logs(self) -> str:
        return "\n".join(f"{log.name}:\n{log.read_text()[-2_000:]}" for log in sorted(self.folder.glob("*.out")))

    def call(self, *command):
        return subprocess.run(command, env=self.environment, text=True, stdout=subprocess.PIPE, timeout=60).stdout

    def run(self, script: pathlib.Path, **environment):
        """Submits the script, and waits for its end."""
        subprocess.run(["sbatch", "--wait", script.name], cwd=script.parent, env={**self.environment, **environment},
                       check=True, timeout=120, stdout=subprocess.DEVNULL)
