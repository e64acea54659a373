"""The progress that programs print arrives, and their output stays as it is."""

import contextlib
import functools
import hashlib
import http.server
import json
import os
import subprocess
import threading

from case import PROGRAM, CommandTest, Terminal

from kit import counts


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """The address of a server of the files in a folder."""
    handler = functools.partial(Files, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class ProgramTest(CommandTest):
    def named(self, progress):
        return {one["localizedDescription"]: counts(one) for one in self.children(progress)}

    def test_rclone_has_a_child_for_each_file_in_flight(self):
        source = self.random_files(a=6_000_000, b=5_000_000, c=1_000)
        words = ["rclone", "copy", "--config", os.devnull, "--use-json-log", "--stats", "200ms", "--stats-log-level", "NOTICE",
                 "--bwlimit", "4M", str(source)]
        process = self.launch("--name", "copy", "--", *words, "seen")
        seen = {}
        while process.poll() is None:
            for root in self.roots():
                seen.update(self.named(root))
        self.assertEqual(process.communicate()[0], b"")
        self.assertLessEqual({"a.bin", "b.bin"}, set(seen))
        self.assertEqual({name: seen[name][1] for name in ("a.bin", "b.bin")}, {"a.bin": 6_000_000, "b.bin": 5_000_000})
        self.assertEqual(counts(self.root(name="copy")), (11_001_000, 11_001_000, "finished"))
        self.assertEqual(self.children(self.root(name="copy")), [])

        progress = self.run_copied(*words, "copied")
        self.assertEqual(counts(progress), (11_001_000, 11_001_000, "finished"))
        self.assertEqual((progress["kind"], progress["fileTotalCount"], progress["fileCompletedCount"]), ("file", 3, 3))
        self.assertIn(b"stats", self.run_on_terminal(*words, "terminal"))

    def test_rsync_counts_the_bytes_of_the_whole(self):
        source = self.random_files(a=6_000_000, b=5_000_000, c=1_000)
        words = ["rsync", "-a", "--info=progress2", "--no-inc-recursive", "--bwlimit=6M", f"{source}/"]
        progress = self.run_copied(*words, "copied")
        self.assertEqual(counts(progress), (11_001_000, 11_001_000, "finished"))
        self.assertEqual((progress["kind"], progress["fileTotalCount"]), ("file", 4))
        self.assertIn(b"100%", self.run_on_terminal(*words, "terminal"))
        self.assertEqual(counts(self.root(name="terminal"))[2], "finished")

    def test_curl_and_wget_count_bytes(self):
        source = self.random_files(a=3_000_000)
        with served(source) as url:
            progress = self.run_copied("curl", "-o", "curled", "--limit-rate", "2M", f"{url}/a.bin")
            # curl prints kilobytes.
            self.assertEqual((progress["kind"], progress["totalUnitCount"], progress["state"]), ("file", 2929 << 10, "finished"))
            progress = self.run_copied("wget", "-O", "got", "--limit-rate=2m", f"{url}/a.bin")
            self.assertEqual((progress["kind"], *counts(progress)), ("file", 3_000_000, 3_000_000, "finished"))

    def test_wget_on_a_terminal_draws_its_bar(self):
        source = self.random_files(a=300_000)
        with served(source) as url:
            words = [PROGRAM, "run", "--name", "wget", "--", "wget", "-O", "got", f"{url}/a.bin"]
            terminal = Terminal(words, self.folder, self.environment(TERM="xterm"))
            self.assertEqual(terminal.status(), 0, terminal.written)
        self.assertIn(b"100%[==", terminal.written)
        self.assertFalse((self.folder / "wget-log").exists())
        self.assertEqual(counts(self.root(name="wget")), (300_000, 300_000, "finished"))

    def test_dd_counts_bytes_and_knows_how_many_there_will_be(self):
        progress = self.run_copied("dd", "if=/dev/zero", "of=/dev/null", "bs=1M", "count=300", "status=progress")
        self.assertEqual((progress["kind"], *counts(progress)), ("file", 300 << 20, 300 << 20, "finished"))

    def test_git_has_a_child_for_each_phase(self):
        self.git("init", "-q", "origin")
        for number in range(120):
            (self.folder / "origin" / f"{number}.txt").write_text("\n".join(map(str, range(number, 400))))
        self.git("-C", "origin", "add", ".")
        self.git("-C", "origin", "commit", "-qm", "one")
        progress = self.run_copied("git", "clone", "--progress", "--no-local", "origin", "copied")
        self.assertEqual(counts(progress), (100, 100, "finished"))
        objects = int(subprocess.run(["git", "-C", "copied", "rev-list", "--objects", "--all", "--count"], cwd=self.folder,
                                     capture_output=True, check=True).stdout)
        self.assertEqual(self.named(progress)["Receiving objects"], (objects, objects, "finished"))
        self.assertIn(b"Receiving objects: 100%", self.run_on_terminal("git", "clone", "--no-local", "origin", "terminal"))
        self.assertIn("Receiving objects", self.named(self.root(name="terminal")))

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words], cwd=self.folder, check=True)

    def test_borg_checks_segments_and_archives(self):
        variables = {"BORG_BASE_DIR": str(self.folder / "borg"), "BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK": "yes",
                     "BORG_RELOCATED_REPO_ACCESS_IS_OK": "yes"}
        source = self.random_files(a=3_000_000)
        for words in (["init", "-e", "none", "repository"], ["create", "repository::one", source]):
            subprocess.run(["borg", *words], cwd=self.folder, env=self.environment(**variables), check=True)
        words = ["borg", "check", "--log-json", "--progress", "repository"]
        progress = self.run_copied(*words, **variables)
        segments = [json.loads(line) for line in (self.folder / "copy.err").read_text().splitlines()]
        total = max(line.get("total", 0) for line in segments if line.get("msgid") == "repository.check")
        self.assertEqual(counts(progress), (total + 1, total + 1, "finished"))
        self.assertEqual(self.named(progress), {"Checking segments": (total, total, "finished"),
                                                "Checking archives": (1, 1, "finished")})
        self.assertIn(b"Checking segments", self.run_on_terminal(*words, **variables))

    def test_ninja_counts_its_steps(self):
        rules = "".join(f"build {number}: step\n" for number in range(25))
        (self.folder / "build.ninja").write_text(f"rule step\n  command = sleep 0.02; touch $out\n{rules}")
        self.assertEqual(counts(self.run_copied("ninja")), (25, 25, "finished"))
        subprocess.run(["ninja", "-t", "clean"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        self.assertIn(b"[25/25]", self.run_on_terminal("ninja"))
        self.assertEqual(counts(self.root(name="terminal")), (25, 25, "finished"))

    def test_apt_says_on_a_descriptor_how_much_it_has_downloaded(self):
        variables = {"APT_CONFIG": str(self.apt_repository())}
        subprocess.run(["apt-get", "-q", "update"], env=self.environment(**variables), check=True, stdout=subprocess.DEVNULL)
        progress = self.run_copied("apt-get", "download", "sample-a", "sample-b", **variables)
        self.assertEqual(counts(progress), (100, 100, "finished"))
        self.assertEqual(self.named(progress), {"Downloading": (100, 100, "finished")})
        for name in ("sample-a", "sample-b"):
            (self.folder / f"{name}_1_all.deb").unlink()
        self.run_on_terminal("apt-get", "download", "sample-a", **variables)

    def apt_repository(self):
        """A repository with two packages; returns a configuration in which apt knows no other."""
        index = []
        for name in ("sample-a", "sample-b"):
            control = f"Package: {name}\nVersion: 1\nArchitecture: all\nMaintainer: t <t@example.org>\nDescription: sample\n"
            content = self.folder / name
            (content / "DEBIAN").mkdir(parents=True)
            (content / "DEBIAN" / "control").write_text(control)
            (content / "data").write_bytes(os.urandom(200_000))
            package = self.folder / "repository" / f"{name}.deb"
            package.parent.mkdir(exist_ok=True)
            subprocess.run(["dpkg-deb", "--root-owner-group", "-b", content, package], check=True, stdout=subprocess.DEVNULL)
            data = package.read_bytes()
            index.append(f"{control}Filename: ./{name}.deb\nSize: {len(data)}\nSHA256: {hashlib.sha256(data).hexdigest()}\n")
        (self.folder / "repository" / "Packages").write_text("\n".join(index))
        for path in ("state/lists/partial", "cache/archives/partial", "etc/apt.conf.d", "etc/preferences.d"):
            (self.folder / path).mkdir(parents=True)
        (self.folder / "sources").write_text(f"deb [trusted=yes] copy:{self.folder}/repository ./\n")
        configuration = self.folder / "apt.conf"
        configuration.write_text(
            f'Dir::State "{self.folder}/state"; Dir::Cache "{self.folder}/cache"; Dir::Etc "{self.folder}/etc";\n'
            f'Dir::Etc::SourceList "{self.folder}/sources"; Dir::State::status "/dev/null"; APT::Sandbox::User "root";\n')
        return configuration
