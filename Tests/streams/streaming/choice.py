"""Picks the reporter's next request: mostly valid ones, and some that are refused."""

LABELS = ("a", "b")
FILES = ("file:///d/one", "file:///d/two", "file:///e/one", "file:///d/")
MOST_NODES, MOST_ROOTS, MOST_DEPTH = 40, 9, 6


class Choice:
    def __init__(self, reporter, random, is_new_edition):
        self.reporter, self.random = reporter, random
        self.ways = [way for way, weight in self.WAYS for _ in range(weight)]
        if is_new_edition:
            self.ways.append(Choice.finish)

    @property
    def nodes(self):
        return self.reporter.model.nodes

    def next(self):
        while True:
            if len(self.nodes) > MOST_NODES or len(self.reporter.model.roots) > MOST_ROOTS:
                return self.reporter.delete(self.random.choice(self.reporter.model.roots).key)
            request = self.random.choice(self.ways)(self)
            if request:
                return request

    def pick(self, condition=lambda node: True):
        found = [name for name, node in self.nodes.items() if condition(node)]
        return self.random.choice(found) if found else None

    def members(self, depth=0):
        """The members of a new node, sometimes with a tree below it."""
        random = self.random
        members = {"name": self.reporter.fresh(), "totalUnitCount": random.choice((1, 2, 2, 4, 8, 0, -1))}
        if random.random() < 0.3:
            members["completedUnitCount"] = random.choice((0, 1, 1, 2))
        if random.random() < 0.15:
            members["removeWhenFinished"] = True
        if random.random() < (0.6 if depth == 0 else 0.1):
            members["labels"] = {"g": random.choice(LABELS)}
        if random.random() < (0.4 if depth == 0 else 0.1):
            members |= {"fileURL": random.choice(FILES), "kind": "file"}
        if random.random() < 0.2:
            members["userInfo"] = {"filling": "." * random.choice((10, 400, 1500))}
        if depth < 3 and random.random() < 0.35:
            members["children"] = [{**self.members(depth + 1), "pendingUnitCount": random.choice((0, 1, 1, 2))}
                                   for _ in range(random.choice((1, 1, 2, 3)))]
        return members

    # The ways

    def root(self):
        return self.random.choice((self.reporter.create, self.reporter.put))(self.members())

    def child(self):
        parent = self.pick(lambda node: node.depth < MOST_DEPTH)
        return parent and self.reporter.create(self.members(1), parent, self.random.choice((0, 1, 1, 2)))

    def attach(self):
        child = self.pick(lambda node: not node.parent or self.random.random() < 0.05)
        parent = self.pick(lambda node: node.depth < MOST_DEPTH)
        return child and self.reporter.attach(child, parent, self.random.choice((0, 1, 1, 2)))

    def count(self):
        name = self.pick()
        return name and self.reporter.count(name, self.random.choice((1, 1, 1, 2, 3, -1)))

    def complete(self):
        name = self.pick(lambda node: 0 <= node.completed < node.total)
        return name and self.reporter.count(name, self.nodes[name].total - self.nodes[name].completed)

    def counts(self):
        name, random = self.pick(), self.random
        return name and self.reporter.patch(name, totalUnitCount=random.choice((-1, 0, 1, 2, 4, 9)),
                                            completedUnitCount=random.choice((0, 0, 1, 2, 4)))

    def label(self):
        name = self.pick(lambda node: not node.parent or self.random.random() < 0.2)
        return name and self.reporter.patch(name, labels={"g": self.random.choice((*LABELS, None))})

    def rename(self):
        """A stream by name keeps asking for the name that it was opened with, so nodes with such names keep theirs."""
        name = self.pick(lambda node: node.key not in self.reporter.asked and (
            not node.parent or self.random.random() < 0.2))
        return name and self.reporter.patch(name, name=self.reporter.fresh(self.random.choice(("n", "m"))))

    def file(self):
        name = self.pick(lambda node: not node.parent or self.random.random() < 0.2)
        return name and self.reporter.patch(name, fileURL=self.random.choice((*FILES, None)),
                                            fileTotalCount=9, fileCompletedCount=self.random.randint(0, 9))

    def detail(self):
        name = self.pick()
        value = self.random.randint(0, 3)
        members = self.random.choice(({"userInfo": {"mark": value}}, {"isPausable": value > 1}, {"kind": "file"},
                                      {"kind": None}, {"userInfo": {"mark": value}, "completedUnitCount": value}))
        return name and self.reporter.patch(name, **members)

    def transient(self):
        name = self.pick(lambda node: not node.details["removeWhenFinished"])
        return name and self.reporter.patch(name, removeWhenFinished=True)

    def control(self):
        name = self.pick()
        verb = self.random.choice(("pause", "resume", "pause", "resume", "cancel"))
        return name and self.reporter.control(name, verb, self.random.choice((None, "as it goes")))

    def fail(self):
        name = self.pick(lambda node: not node.has_ended or self.random.random() < 0.2)
        return name and self.reporter.fail(name, code=self.random.choice((None, "E1")))

    def finish(self):
        name = self.pick()
        return name and self.reporter.finish(name)

    def heartbeat(self):
        name = self.pick()
        return name and self.reporter.heartbeat(name)

    def delete(self):
        name = self.pick(lambda node: node.parent or self.random.random() < 0.4)
        return name and self.reporter.delete(name, self.random.random() < 0.4)

    WAYS = ((root, 3), (child, 5), (attach, 4), (count, 6), (complete, 5), (counts, 2), (label, 3), (rename, 2),
            (file, 2), (detail, 2), (transient, 1), (control, 5), (fail, 1), (heartbeat, 1), (delete, 3))
