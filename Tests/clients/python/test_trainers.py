"""The callbacks for Hugging Face's Trainer and for Lightning's."""

import ast
import pathlib
import subprocess
import sys
import tempfile
import zipfile

from kit import ClientTest, counts
from support.service import ROOT

PYTORCH_LIGHTNING = "2.6.6"

# Transformers without torch has no Trainer, but all that a Trainer gives to a callback. This one makes its calls in the
# order of Trainer's loop.
HUGGING_FACE = """
    import math, sys, time, types
    from transformers import TrainerControl, TrainerState
    from progressd.huggingface import ProgressCallback

    def train(callback, steps, pause=0.0, breaks_at=None, world_size=1):
        args, state, control = types.SimpleNamespace(world_size=world_size), TrainerState(max_steps=steps), TrainerControl()
        callback.on_init_end(args, state, control)
        callback.on_train_begin(args, state, control)
        callback.on_epoch_begin(args, state, control)
        while state.global_step < steps and not control.should_training_stop:
            if state.global_step == breaks_at:
                return
            callback.on_step_begin(args, state, control)
            time.sleep(pause)
            state.global_step += 1
            callback.on_step_end(args, state, control)
            if state.global_step % 10 == 0:
                callback.on_log(args, state, control, logs={"loss": 0.5, "grad_norm": math.nan, "note": "text"})
        callback.on_epoch_end(args, state, control)
        callback.on_train_end(args, state, control)
        return state.global_step
"""

# Lightning needs torch, which from PyPI is larger than everything else here. A stand-in makes the documented calls in the
# documented order; that they are Lightning's is checked with the source of the real Callback and Trainer, below.
LIGHTNING = """
    import sys, time, types

    class Callback:
        pass
    sys.modules["pytorch_lightning"] = types.ModuleType("pytorch_lightning")
    sys.modules["pytorch_lightning"].Callback = Callback
    sys.modules["lightning"] = None
    from progressd.lightning import ProgressCallback

    class Trainer:
        is_global_zero, world_size, global_step, should_stop = True, 1, 0, False

        def __init__(self, steps):
            self.estimated_stepping_batches = steps

    def fit(trainer, callback, steps, pause=0.0, error_at=None):
        try:
            callback.on_train_start(trainer, None)
            while trainer.global_step < steps and not trainer.should_stop:
                time.sleep(pause)
                if trainer.global_step == error_at:
                    raise RuntimeError("out of memory")
                trainer.global_step += 1
                callback.on_train_batch_end(trainer, None, {"loss": 0.5}, None, trainer.global_step - 1)
            callback.on_train_end(trainer, None)
        except RuntimeError as error:
            callback.on_exception(trainer, None, error)
"""


class HuggingFaceTest(ClientTest):
    def test_the_callback_needs_no_import_of_its_own(self):
        out, _ = self.run_program("import progressd; print(progressd.huggingface.ProgressCallback.__module__)")
        self.assertEqual(out, "progressd.huggingface\n")

    def test_steps_and_what_is_logged_are_reported(self):
        self.run_program(HUGGING_FACE + """
    train(ProgressCallback(labels={"model": "tiny"}), 20)
        """)
        root = self.root(localizedDescription="Training")
        self.assertEqual(counts(root), (20, 20, "finished"))
        self.assertEqual(root["userInfo"], {"loss": 0.5, "grad_norm": "nan"})
        self.assertEqual(root["labels"], {"model": "tiny"})

    def test_cancel_stops_the_training(self):
        program = self.start(HUGGING_FACE + """
    print(train(ProgressCallback(), 100_000, 0.01))
        """)
        root = self.root(localizedDescription="Training")
        self.control(root, "cancel")
        out, err = program.communicate(timeout=60)
        self.assertEqual(program.returncode, 0, err)
        self.assertLess(int(out), 100_000)
        self.assertEqual(self.get(root)["state"], "cancelled")

    def test_cancel_does_not_stop_one_of_several_processes(self):
        program = self.start(HUGGING_FACE + """
    print(train(ProgressCallback(), 500, 0.01, world_size=2))
        """)
        self.control(self.root(localizedDescription="Training"), "cancel")
        self.assertEqual(program.communicate(timeout=60)[0], "500\n")

    def test_a_training_that_broke_has_failed_when_the_next_begins(self):
        self.run_program(HUGGING_FACE + """
    callback = ProgressCallback()
    train(callback, 5, breaks_at=3)
    train(callback, 7)
        """)
        self.assertEqual(sorted(map(counts, self.roots())), [(3, 5, "failed"), (7, 7, "finished")])


class LightningTest(ClientTest):
    def test_steps_are_reported(self):
        self.run_program(LIGHTNING + """
    fit(Trainer(20), ProgressCallback("Fit"), 20)
        """)
        self.assertEqual(counts(self.root(localizedDescription="Fit")), (20, 20, "finished"))

    def test_a_fit_without_an_end_in_sight_is_indeterminate(self):
        self.run_program(LIGHTNING + """
    import progressd
    trainer, callback = Trainer(float("inf")), ProgressCallback("Fit")
    callback.on_train_start(trainer, None)
    callback.on_train_batch_end(trainer, None, None, None, 0)
    progressd.flush(15)
    import os; os._exit(0)
        """)
        self.assertTrue(self.root(localizedDescription="Fit")["isIndeterminate"])

    def test_cancel_stops_the_fit(self):
        program = self.start(LIGHTNING + """
    trainer = Trainer(100_000)
    fit(trainer, ProgressCallback(), 100_000, 0.01)
    print(trainer.global_step, trainer.should_stop)
        """)
        root = self.root(localizedDescription="Training")
        self.control(root, "cancel")
        steps, stopped = program.communicate(timeout=60)[0].split()
        self.assertLess(int(steps), 100_000)
        self.assertEqual(stopped, "True")
        self.assertEqual(self.get(root)["state"], "cancelled")

    def test_the_other_processes_of_a_fit_hear_of_a_cancel(self):
        self.run_program(LIGHTNING + """
    trainer = Trainer(10)
    trainer.is_global_zero, trainer.world_size = False, 2
    trainer.strategy = types.SimpleNamespace(broadcast=lambda mine: trainer.global_step == 4)
    fit(trainer, ProgressCallback(), 10)
    assert trainer.global_step == 4, trainer.global_step
        """)
        self.assertEqual(self.roots(), [])

    def test_an_exception_fails_it(self):
        self.run_program(LIGHTNING + """
    fit(Trainer(10), ProgressCallback("Fit"), 10, error_at=3)
        """)
        failure = self.root(localizedDescription="Fit")["failure"]
        self.assertEqual((failure["message"], failure["code"]), ("out of memory", "RuntimeError"))

    def test_the_hooks_and_what_they_ask_a_trainer_are_those_of_lightning(self):
        ours = members(ROOT / "clients/python/src/progressd/lightning.py", "ProgressCallback")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                            f"pytorch_lightning=={PYTORCH_LIGHTNING}"], cwd=folder, check=True)
            wheel, = pathlib.Path(folder).glob("*.whl")
            zipfile.ZipFile(wheel).extractall(folder)
            package = pathlib.Path(folder) / "pytorch_lightning"
            theirs = members(package / "callbacks/callback.py", "Callback")
            trainer = members(package / "trainer/trainer.py", "Trainer")

        hooks = [name for name in ours if name.startswith("on_")]
        self.assertEqual(len(hooks), 4)
        for name in hooks:
            self.assertEqual(ours[name], theirs[name][:len(ours[name])], name)
        asked = {"is_global_zero", "world_size", "global_step", "estimated_stepping_batches", "strategy", "should_stop"}
        self.assertEqual(asked - trainer.keys(), set())


def members(path, name):
    """The methods of a class with their positional arguments, and the attributes that it sets."""
    found = {}
    for kind in ast.walk(ast.parse(path.read_text())):
        if isinstance(kind, ast.ClassDef) and kind.name == name:
            for one in ast.walk(kind):
                if isinstance(one, ast.FunctionDef):
                    found[one.name] = [argument.arg for argument in one.args.args]
                elif isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
                    found.setdefault(one.attr, [])
    return found
