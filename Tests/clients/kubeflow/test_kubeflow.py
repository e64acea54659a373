"""Kubeflow's status call as the callback of transformers makes it, driven without torch."""

import os
import pathlib
import tempfile
import unittest

from transformers import TrainerControl, TrainerState

from support.service import Service

os.environ["KUBEFLOW_TRAINER_SERVER_URL"] = "http://127.0.0.1:1"
from transformers.integrations.integration_utils import KubeflowCallback  # noqa: E402

OWN_PATH = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team/trainjobs/tune/status"


class EagerCallback(KubeflowCallback):
    """Sends each step instead of one in five seconds."""

    _MIN_UPDATE_INTERVAL = 0


class KubeflowTest(unittest.TestCase):
    """Each test has its own service and token file."""

    def serve(self, path, token="r"):
        self.service = Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error", "--kubeflow",
                               environment={"PROGRESSD_TOKENS": "viewer:v\nreporter:r"})
        self.service.listen()
        self.addCleanup(self.service.stop)
        file = tempfile.NamedTemporaryFile("w", suffix=".token")
        self.addCleanup(file.close)
        file.write(token)
        file.flush()
        os.environ["KUBEFLOW_TRAINER_SERVER_URL"] = self.service.url + path
        os.environ["KUBEFLOW_TRAINER_SERVER_TOKEN"] = file.name

    def read(self, name):
        return self.service.call("GET", f"/v1/progress/{name}", None, {"Authorization": "Bearer v"})

    def train(self, name, steps=10):
        """Trains; returns the service's replies after the beginning and after each step."""
        callback, state, control = EagerCallback(), TrainerState(max_steps=steps), TrainerControl()
        callback.on_train_begin(None, state, control)
        seen = [self.read(name).json]
        for step in range(1, steps):
            state.global_step, state.epoch = step, step / steps
            callback.on_log(None, state, control, logs={"loss": 1 / step, "note": "not a number"})
            callback.on_step_end(None, state, control)
            seen.append(self.read(name).json)
        callback.on_train_end(None, state, control)
        return seen

    def test_each_step_counts_and_the_end_finishes(self):
        for path, name in [("/v1/progress/tune/kubeflow-status", "tune"), (OWN_PATH, "team:tune")]:
            with self.subTest(path=path):
                self.serve(path)

                seen = self.train(name)
                last = self.read(name).json

                self.assertEqual([at["completedUnitCount"] for at in seen], list(range(10)))
                self.assertEqual({at["totalUnitCount"] for at in seen}, {10})
                self.assertEqual({at["leaseSeconds"] for at in seen}, {60})
                self.assertIn("estimatedTimeRemaining", seen[5])
                self.assertEqual(seen[5]["userInfo"]["metrics"]["loss"], 0.2)
                self.assertEqual((last["state"], last["completedUnitCount"]), ("finished", 10))

    def test_a_second_training_of_the_same_name_is_a_new_run(self):
        self.serve("/v1/progress/tune/kubeflow-status")
        first = self.train("tune")[0]["id"]

        second = self.train("tune")[0]["id"]

        self.assertNotEqual(first, second)

    def test_a_wrong_token_leaves_the_training_alone(self):
        self.serve("/v1/progress/tune/kubeflow-status", token="wrong")
        callback, state, control = EagerCallback(), TrainerState(max_steps=10), TrainerControl()

        callback.on_train_begin(None, state, control)
        sent = callback._update_status(progress_percent=5)

        self.assertFalse(sent)
        self.assertEqual(self.read("tune").status, 404)


if __name__ == "__main__":
    unittest.main()
