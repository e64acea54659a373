"""For pytest: rich's class is replaced by ours."""

import plugin_silence  # noqa: F401
import progressd.rich
import rich.progress

rich.progress.Progress = progressd.rich.Progress
