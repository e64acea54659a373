import Testing

/// Everything here counts descriptors, turns or deadlines of the one process: one test at a time.
@Suite(.serialized) enum LoopTests {}
