"""Enough text to turn journals into snapshots: many nodes with a large userInfo, written again and again."""

from .choice import Choice
from .operation import Operation


class Bulk(Choice):
    COUNT, BYTES = 300, 15_000

    def next(self):
        if self.counter not in self.model.nodes:
            return [self.create_counter()]
        if f"{self.name}-top" not in self.model.nodes:
            return [self.wide_tree()]
        return [self.large(self.nth(number)) for number in range(self.COUNT)] + [self.count_numbered()]

    def nth(self, number):
        return f"{self.name}-{number}"

    def wide_tree(self):
        name = f"{self.name}-top"
        children = [{"name": self.nth(number), "pendingUnitCount": 1, "totalUnitCount": 5}
                    for number in range(self.COUNT)]
        return self.put({"name": name, "totalUnitCount": self.COUNT, "children": children})

    def large(self, name):
        self.made += 1
        members = {"userInfo": {"mark": self.made, "filling": "." * self.BYTES}, "completedUnitCount": self.made % 5}
        return Operation("PATCH", f"/v1/progress/{name}", members, lambda model: model.patch(name, members), node=name)
