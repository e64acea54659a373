"""Chooses a reporter's next operation: anything that its trees allow."""

from .operation import Operation


class Choice:
    """Lives as long as the reporter's trees, over all crashes. `model` is their present state."""

    MOST_ROOTS = 5

    def __init__(self, name, random):
        self.name, self.random, self.model = name, random, None
        self.made = 0
        self.bodies, self.tokens = {}, {}
        self.begin_counter()

    def begin_counter(self):
        """Restarts the sums of units sent with `writer` and `sequence`, of which none may be lost for good."""
        self.sequence, self.sum = {"a": 0, "b": 0}, 0

    def next(self):
        """One operation, or several for a batch, which are allowed in this order."""
        if self.counter not in self.model.nodes:
            return [self.create_counter()]
        if self.random.random() < 0.15 and len(self.plain) > 8:
            return [self.count_numbered() if self.random.random() < 0.5 else self.patch(leaf)
                    for leaf in self.random.sample(self.plain, self.random.randint(2, 8))]
        while True:
            operation = self.random.choice(self.WAYS)(self)
            if operation:
                return [operation]

    def learn(self, operation):
        """Keeps the token and the grant's id, which only the reply has."""
        if operation.reply and "token" in operation.reply:
            self.tokens[operation.key] = operation.reply["token"], operation.reply.get("grantID")

    @property
    def counter(self):
        return f"{self.name}-counter"

    @property
    def plain(self):
        """Leaves of roots, which no count makes vanish."""
        nodes = self.model.nodes
        return [n for n in nodes if nodes[n].parent and not nodes[n].children and not vanishes(nodes[n])]

    @property
    def roots(self):
        return [n for n, node in self.model.nodes.items() if not node.parent and n != self.counter]

    def pick(self, condition):
        """A node that is not the counter."""
        found = [n for n, node in self.model.nodes.items() if n != self.counter and condition(node)]
        return self.random.choice(found) if found else None

    def fresh(self):
        self.made += 1
        return f"{self.name}-{self.made}"

    # The ways

    def create_counter(self):
        self.begin_counter()
        return self.put({"name": self.counter, "totalUnitCount": -1})

    def tree(self):
        if len(self.roots) >= self.MOST_ROOTS:
            return None
        leaves = [self.leaf(pending) for pending in (3, 4)]
        children = [self.leaf(10, total=7, children=leaves), self.leaf(5), self.leaf(5)]
        made = self.put({"name": self.fresh(), "totalUnitCount": 20, "children": children})
        self.bodies[made.node] = made.body
        return made

    def leaf(self, pending, total=30, **members):
        return {"name": self.fresh(), "pendingUnitCount": pending, "totalUnitCount": total, **members}

    def put(self, members):
        """Creates a root under a new name."""
        members = {**members, "labels": {"reporter": self.name}}
        body = {key: value for key, value in members.items() if key != "name"}
        return Operation("PUT", f"/v1/progress/{members['name']}", body, lambda model: model.create(members),
                         expected=(201,), node=members["name"])

    def tree_again(self):
        # One that has ended would give way to a new run.
        name = self.pick(lambda node: not node.parent and not node.has_ended)
        body = self.bodies.get(name)
        return body and Operation("PUT", f"/v1/progress/{name}", body, lambda model: None, node=name)

    def count(self):
        name = self.pick(lambda node: not node.children)
        return name and self.complete(name, self.random.choice((1, 1, 2, 5, -1)))

    def finish(self):
        name = self.pick(lambda node: node.parent and not node.has_ended and node.total > node.completed)
        return name and self.complete(name, self.model.nodes[name].total - self.model.nodes[name].completed)

    def complete(self, name, count):
        return Operation("POST", f"/v1/progress/{name}/completed-units", {"count": count},
                         lambda model: model.complete(name, count), node=name)

    def count_numbered(self):
        count, writer = self.random.randint(1, 9), self.random.choice("ab")
        self.sequence[writer] += 1
        self.sum += count
        return Operation("POST", f"/v1/progress/{self.counter}/completed-units",
                         {"count": count, "writer": writer, "sequence": self.sequence[writer]},
                         lambda model: model.complete(self.counter, count), node=self.counter)

    def patch(self, name=None):
        name = name or self.pick(lambda node: not vanishes(node))
        if not name:
            return None
        members = {"userInfo": {"mark": self.random.getrandbits(40), "filling": "." * self.random.randint(0, 300)}}
        if self.random.random() < 0.5:
            members["completedUnitCount"] = self.random.randint(0, 35)
        if self.random.random() < 0.2:
            members["totalUnitCount"] = self.random.randint(1, 40)
        return Operation("PATCH", f"/v1/progress/{name}", members, lambda model: model.patch(name, members), node=name)

    def attach(self):
        """An own root, or a new one to be attached the next time."""
        child = self.pick(lambda node: not node.parent and not node.children and not node.has_ended)
        if not child:
            return self.put({"name": self.fresh(), "totalUnitCount": 3})
        parent = self.pick(lambda node: node.children and not node.has_ended)
        body = {"childID": child, "pendingUnitCount": 2} if parent else None
        return body and Operation("POST", f"/v1/progress/{parent}/children", body,
                                  lambda model: model.attach(child, parent, 2), node=child)

    def transient(self):
        parent = self.pick(lambda node: node.children and not node.has_ended and len(node.children) < 8)
        body = parent and self.leaf(1, total=2, removeWhenFinished=True)
        return body and Operation("POST", f"/v1/progress/{parent}/children", body,
                                  lambda model: model.create(body, parent, 1), expected=(201,))

    def control(self):
        name = self.pick(lambda node: not node.has_ended)
        call = self.random.choice(("pause", "resume", "pause", "resume", "cancel", "fail"))
        if call != "fail":
            return name and Operation("POST", f"/v1/progress/{name}/{call}", None,
                                      lambda model: model.control(name, call), node=name)
        failure = {"message": "as it goes", "code": None}
        return name and Operation("POST", f"/v1/progress/{name}/fail", {"message": failure["message"]},
                                  lambda model: model.fail(name, failure), node=name)

    def delete(self):
        name = self.pick(lambda node: len(self.roots) >= self.MOST_ROOTS and not node.parent or not node.children)
        release = self.random.random() < 0.5
        query = "?pending=release" if release else ""
        return name and Operation("DELETE", f"/v1/progress/{name}{query}", None,
                                  lambda model: model.remove(name, release), expected=(204,))

    def reserve(self):
        parent = self.pick(lambda node: node.children and not node.has_ended)
        if not parent or len(self.model.reservations) > 5:
            return None
        key, pending = self.fresh(), self.random.randint(1, 3)
        operation = Operation("POST", f"/v1/progress/{parent}/reservations", {"pendingUnitCount": pending},
                              lambda model: model.reserve(key, parent, pending), expected=(201,))
        operation.key = key
        return operation

    def claim(self):
        key = self.reservation(lambda parent, claimed: not claimed and not self.model.nodes[parent].has_ended)
        body = {"totalUnitCount": 4, "name": self.fresh(), "labels": {"reporter": self.name}}
        return key and Operation("POST", "/v1/progress", body, lambda model: model.claim(key, body),
                                 {"Progress-Reservation": self.tokens[key][0]}, (201,), body["name"])

    def resign(self):
        key = self.reservation(lambda parent, claimed: True)
        return key and Operation("DELETE", f"/v1/reservations/{self.tokens[key][0]}", None,
                                 lambda model: model.resign(key), expected=(204,))

    def reservation(self, condition):
        found = [key for key, (parent, _, claimed) in self.model.reservations.items()
                 if key in self.tokens and condition(parent, claimed)]
        return self.random.choice(found) if found else None

    def grant(self):
        name = self.pick(lambda node: True)
        if not name or len(self.model.grants) > 10:
            return None
        key = self.fresh()
        operation = Operation("POST", f"/v1/progress/{name}/grants", {"role": "viewer"},
                              lambda model: model.grant(key, name), expected=(201,))
        operation.key = key
        return operation

    def revoke(self):
        alive = [key for key, name in self.model.grants.items() if key in self.tokens and name in self.model.nodes]
        key = self.random.choice(alive) if alive else None
        return key and Operation("DELETE", f"/v1/grants/{self.tokens[key][1]}", None,
                                 lambda model: model.revoke(key), expected=(204,))

    WAYS = ([tree] * 2 + [tree_again] + [count] * 8 + [finish] * 2 + [count_numbered] * 6 + [patch] * 4 + [attach] * 2
            + [transient] * 2 + [control] * 2 + [delete] * 2 + [reserve] * 2 + [claim] * 2 + [resign, grant, revoke])


def vanishes(node):
    """Whether it goes as soon as it has finished."""
    return node.details["removeWhenFinished"]
