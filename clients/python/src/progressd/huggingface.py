"""`Trainer(callbacks=[progressd.huggingface.ProgressCallback()])`: steps, loss, and a cancel that ends the training."""

from typing import Any, Optional

from transformers import TrainerCallback

from ._progress import Progress


class ProgressCallback(TrainerCallback):  # type: ignore[misc]
    """
    One progress a training; cancel stops after the step, pause waits in it.

    In a training of several processes the first one reports. Cancel is left alone there: the others would wait for
    the one that stopped.
    """

    def __init__(self, title: str = "Training", **members: Any) -> None:
        self._title, self._members = title, members
        self._progress: Optional[Progress] = None

    def on_train_begin(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        if not state.is_world_process_zero:
            return
        if self._progress is not None:
            # The trainer has no hook for exceptions: a training that ended well has left nothing here.
            self._progress.fail("The training did not end.")
        total = state.max_steps if state.max_steps > 0 else None
        self._progress = Progress(total, self._title, on_cancel="ignore", **self._members)
        if state.global_step:
            self._progress.set(completed=state.global_step)

    def on_step_end(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        if self._progress is not None:
            self._progress.set(completed=state.global_step)
            if self._progress.is_cancelled and getattr(args, "world_size", 1) <= 1:
                control.should_training_stop = True

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **more: Any) -> None:
        if self._progress is not None and logs:
            self._progress.set(userInfo={name: value for name, value in logs.items() if isinstance(value, (int, float))})

    def on_train_end(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        if self._progress is not None:
            if not self._progress.is_cancelled:
                self._progress.finish()
            self._progress = None
