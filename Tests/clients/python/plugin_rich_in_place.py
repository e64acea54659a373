"""For pytest: rich's class is changed in place."""

import plugin_silence  # noqa: F401
import progressd

progressd.auto("rich")
