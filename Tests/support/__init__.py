"""Starts the service, asks it over HTTP, reads its streams, and knows what both should show: for every test and
benchmark in Python.

`service` has the program, `process` any other program, `client` and `connection` ask (blocking, and with asyncio),
`events` reads one stream and `crowd` reads thousands, `prober` measures what another client feels, `measure` shows what
the system knows of a process, and `waiting` polls. `tree` is the exact model of trees, and `mirror` the copy that a
reader of a stream keeps. `records` keeps what a run proved, also for the scripts `record` and `recorded`; the script
`virtualenv` beside them keeps virtual environments.
"""
