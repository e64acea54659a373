"""`python -m progressd run` and PROGRESSD_AUTO change nothing of the program but that its bars are reported."""

import pathlib
import tempfile
import textwrap
import unittest
import zipfile

from kit import ClientTest, counts


class RunTest(ClientTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ran(self, code, *arguments, **environment):
        """What a script says."""
        script = self.folder / "script.py"
        script.write_text(textwrap.dedent(code))
        return self.run_program("", "script.py", *arguments, command=("-m", "progressd", "run"), folder=self.folder,
                                **environment)[0]

    def zipped(self, name):
        """A zip with a library, as `spark-submit --py-files` takes it."""
        place = pathlib.Path(__import__(name).__file__).parent
        archive = self.folder / f"{name}.zip"
        with zipfile.ZipFile(archive, "w") as file:
            for path in place.rglob("*.py"):
                file.write(path, pathlib.Path(name, path.relative_to(place)))
        return str(archive)

    def test_a_script_is_still_there_where_its_file_says_after_a_change_of_the_folder(self):
        self.assertEqual(self.ran("import os; os.chdir('/'); print(os.path.exists(__file__))"), "True\n")

    def test_a_script_gets_its_arguments_as_they_are(self):
        self.assertEqual(self.ran("import sys; print(sys.argv)", "--", "-x", "--", "y"),
                         "['script.py', '--', '-x', '--', 'y']\n")

    def test_a_thread_that_outlives_the_last_line_finds_the_classes_of_the_script(self):
        self.assertEqual(self.ran("""
            import pickle, threading
            class Row: pass
            def late():
                threading.main_thread().join()
                print(type(pickle.loads(pickle.dumps(Row()))) is Row)
            threading.Thread(target=late).start()
        """), "True\n")

    def test_bars_of_libraries_in_a_zip_are_reported(self):
        self.ran("""
            from tqdm import tqdm
            assert ".zip" in __import__("tqdm").__file__
            for _ in tqdm(range(3), desc="tqdm in a zip"): pass
        """, PYTHONPATH=self.zipped("tqdm"))
        self.ran("""
            from rich.progress import track
            assert ".zip" in __import__("rich").__file__
            for _ in track(range(3), description="rich in a zip"): pass
        """, PYTHONPATH=self.zipped("rich"))

        for title in "tqdm in a zip", "rich in a zip":
            self.assertEqual(counts(self.root(localizedDescription=title)), (3, 3, "finished"))

    def test_bars_are_reported_of_a_library_that_was_looked_for_before(self):
        self.ran("""
            import importlib.util
            assert importlib.util.find_spec("rich.progress") and importlib.util.find_spec("tqdm.std")
            from rich.progress import track
            from tqdm import tqdm
            for _ in track(range(3), description="rich"): pass
            for _ in tqdm(range(3), desc="tqdm"): pass
        """)

        for title in "rich", "tqdm":
            self.assertEqual(counts(self.root(localizedDescription=title)), (3, 3, "finished"))

    def test_a_module_that_is_only_named_like_a_library_is_imported(self):
        (self.folder / "tqdm").mkdir()
        (self.folder / "tqdm/__init__.py").touch()
        (self.folder / "tqdm/std.py").write_text("mine = 3\n")

        self.assertEqual(self.ran("from tqdm.std import mine; print(mine)"), "3\n")

    def test_a_task_that_python_itself_begins_at_exit_is_begun(self):
        self.assertIn("begun", self.ran("""
            import atexit, tqdm.std
            from rich.progress import Progress
            progress = Progress()
            atexit.register(lambda: print("begun"))
            atexit.register(progress.add_task, "Late", total=3)
        """))


if __name__ == "__main__":
    unittest.main()
