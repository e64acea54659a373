"""`Trainer(callbacks=[progressd.lightning.ProgressCallback()])`: steps, and a cancel that ends the training."""

from typing import Any, Optional

try:
    from lightning.pytorch import Callback
except ImportError:
    from pytorch_lightning import Callback

from ._progress import Progress


class ProgressCallback(Callback):  # type: ignore[misc]
    """
    One progress a fit; cancel stops after the batch, pause waits in it.

    In a fit of several processes the first one reports, and tells the others after each batch whether to stop.
    """

    def __init__(self, title: str = "Training", **members: Any) -> None:
        self._title, self._members = title, members
        self._progress: Optional[Progress] = None

    def on_train_start(self, trainer: Any, pl_module: Any) -> None:
        if trainer.is_global_zero:
            steps = trainer.estimated_stepping_batches
            total = int(steps) if 0 < steps < float("inf") else None
            self._progress = Progress(total, self._title, on_cancel="ignore", **self._members)

    def on_train_batch_end(self, trainer: Any, *arguments: Any, **more: Any) -> None:
        is_cancelled = False
        if self._progress is not None:
            self._progress.set(completed=trainer.global_step)
            is_cancelled = self._progress.is_cancelled
        if trainer.world_size > 1:
            is_cancelled = trainer.strategy.broadcast(is_cancelled)
        if is_cancelled:
            trainer.should_stop = True

    def on_train_end(self, trainer: Any, pl_module: Any) -> None:
        if self._progress is not None and not self._progress.is_cancelled:
            self._progress.finish()

    def on_exception(self, trainer: Any, pl_module: Any, exception: BaseException) -> None:
        if self._progress is not None:
            self._progress.fail(str(exception) or type(exception).__name__, type(exception).__name__)
