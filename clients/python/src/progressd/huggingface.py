"""`Trainer(callbacks=[progressd.huggingface.ProgressCallback()])`: steps, loss, and a cancel that ends the training."""

from typing import Any, Optional

from transformers import TrainerCallback

from ._progress import Progress


class ProgressCallback(TrainerCallback):
    """One progress a training; cancel stops after the step, pause waits in it."""

    def __init__(self, title: str = "Training", **members: Any) -> None:
        self._title, self._members = title, members
        self._progress: Optional[Progress] = None

    def on_train_begin(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        if state.is_world_process_zero:
            self._progress = Progress(state.max_steps, self._title, on_cancel="ignore", **self._members)

    def on_step_end(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        if self._progress is not None:
            self._progress.set(completed=state.global_step, total=state.max_steps)
            if self._progress.is_cancelled:
                control.should_training_stop = True

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **more: Any) -> None:
        if self._progress is not None and logs:
            self._progress.set(userInfo={name: value for name, value in logs.items() if isinstance(value, (int, float))})

    def on_train_end(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        if self._progress is not None and not self._progress.is_cancelled:
            self._progress.finish()
