"""Readers of every kind."""

from .target import Target

LOCALES = ("en", "en", "de", "ar", "ru")


class Crowd:
    """Which kinds of reader watch a scenario; the service treats a reader differently when others share its nodes."""

    ALL, BY_ID, FEW = "all", "by id", "few"


def audience(world, names, descendants=(False, True)):
    """Opens a reader of each kind; those by id ask for `names`."""
    targets = [target for below in descendants for target in kinds(world, names, below)]
    if world.crowd == Crowd.BY_ID:
        targets = [target for target in targets if target.is_by_id and not target.descendants and not target.summary]
    elif world.crowd == Crowd.FEW:
        targets = world.random.sample(targets, 3)
    return [world.open(target) for target in targets]


def kinds(world, names, below):
    ids = [world.ids[name] for name in names]
    targets = [
        Target(descendants=below),
        Target(descendants=below, label="a"),
        Target(descendants=below, file_url="file:///d"),
        Target(descendants=below, max_rate=4),
        Target(descendants=below, summary=True),
        Target(descendants=below, locale="de", label="a", max_rate=3),
        Target(descendants=below, labels=["g", "!g:b"]),
        Target(descendants=below, names=["n*", "p", "w*", "q*"]),
    ]
    if ids:
        targets += [
            Target(ids, ids, descendants=below),
            Target(names, ids, descendants=below, max_rate=3),
            Target(ids, ids, descendants=below, summary=True, locale="ar"),
            Target(ids[:1], ids[:1], descendants=below, is_single=True, max_rate=2),
        ]
    return targets + [Target([name], [id], descendants=below, is_single=True) for name, id in zip(names, ids)]


def any_target(world, random):
    """A random target, of options that make sense together."""
    options = {"descendants": random.random() < 0.5, "locale": random.choice(LOCALES),
               "summary": random.random() < 0.25,
               "max_rate": random.choice((None, None, None, 2, 5, 20))}
    alive = list(world.last_truth.nodes) if world.last_truth else []
    way = random.random()
    if alive and way < 0.45:
        ids = random.sample(alive, min(len(alive), random.choice((1, 1, 2, 3, 6))))
        texts = [world.names[id] if random.random() < 0.3 else id for id in ids]
        return Target(texts, ids, is_single=len(ids) == 1 and random.random() < 0.7, **options)
    if way < 0.6:
        options["labels"] = random.choice((["g:a"], ["g:b"], ["g"], ["!g"], ["!g:a"], ["g", "!g:b"]))
    elif way < 0.75:
        options["names"] = random.choice((["n*"], ["m*"], ["n1*"], ["n3", "n5", "m2*"], ["m1*", "n2*"]))
        if random.random() < 0.3:
            options["labels"] = [random.choice(("!g:a", "g"))]
    elif way < 0.85:
        options["file_url"] = random.choice(("file:///d", "file:///d/", "file:///d/one", "file:///e/one"))
    return Target(**options)
