"""Short sequences of changes that broke streams before. Each plays in front of readers of every kind."""

from .controlling import (
    finishing_above_what_works,
    keeping_nothing,
    pausing_past_the_finished,
    summaries_from_the_middle,
)
from .joining import (
    changing_what_joins,
    joining_what_leaves,
    joining_what_was_stopped,
    joining_with_a_change_above,
    joining_with_counts_owed,
    joining_with_moments_untold,
    relabelling_and_joining,
)
from .lagging import (
    coming_back_after_a_kill,
    flapping_label,
    joining_what_goes,
)
from .leaving import (
    removing_several_at_once,
    renaming_what_is_shown,
    vanishing_before_it_is_told,
    vanishing_root,
    vanishing_with_all_below,
    vanishing_with_moments_untold,
)

SCENARIOS = {each.__name__: each for each in (
    vanishing_root, joining_with_a_change_above, joining_with_counts_owed, flapping_label, joining_what_goes,
    changing_what_joins, finishing_above_what_works, relabelling_and_joining, pausing_past_the_finished,
    summaries_from_the_middle, vanishing_with_all_below, vanishing_before_it_is_told, removing_several_at_once,
    joining_what_leaves, joining_what_was_stopped, vanishing_with_moments_untold, joining_with_moments_untold,
    keeping_nothing, coming_back_after_a_kill, renaming_what_is_shown,
)}
#: Scenarios that behave differently when no reader selects whole trees.
LONELY = ("joining_with_a_change_above", "vanishing_with_all_below", "vanishing_before_it_is_told")
#: Scenarios that need `--durability commit`.
COMMITTED = {"keeping_nothing", "coming_back_after_a_kill"}
