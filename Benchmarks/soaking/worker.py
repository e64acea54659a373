"""A client with its own trees and a model of them: every reply has to agree with the model."""

import json
import random

from support.tree import Node, Trees, differences

from .client import Client

TREES, NODES = 12, 40


class Difference(Exception):
    """The service does not agree with the model."""


class Worker:
    def __init__(self, number: int, port: int, seed: int):
        self.number, self.seed = number, seed
        self.random = random.Random(seed * 1_000 + number)
        self.client = Client(port)
        self.trees = Trees()
        self.tokens: list[tuple[str, Node, int]] = []
        #: Units added to the progress that all workers share.
        self.shared = 0
        self.created = 0
        self.acts = [
            (self.create_root, 5), (self.create_child, 15), (self.add, 40), (self.patch, 8), (self.attach, 4),
            (self.control, 8), (self.fail, 1), (self.delete, 5), (self.reserve, 4), (self.claim, 3), (self.resign, 2),
            (self.batch, 2), (self.look, 6), (self.blunder, 2), (self.vanish, 1), (self.share, 6), (self.heartbeat, 2)]

    async def step(self) -> None:
        acts, weights = zip(*self.acts)
        await self.random.choices(acts, weights)[0]()
        while len(self.trees.roots) > TREES:
            await self.delete_node(self.trees.roots[0])

    # Choices and checks.

    def node(self) -> Node | None:
        roots = self.trees.roots
        return self.random.choice(self.random.choice(roots).subtree()) if roots else None

    async def expect(self, status: int, method: str, path: str, body=None, **headers: str):
        seen, reply = await self.client.send(method, path, body, **headers)
        if seen != status:
            raise Difference(f"{method} {path} {body} was answered {seen}, not {status}: {reply}")
        return reply

    def check(self, node: Node, reply) -> None:
        expected = node.shown()
        if node.details["leaseSeconds"] and expected["state"] in ("running", "indeterminate"):
            # Only the clock knows whether the lease has run out.
            expected["state"] = "stalled" if reply["state"] == "stalled" else expected["state"]
        found = differences(expected, reply)
        if found:
            raise Difference(f"{node.key}: " + "; ".join(found))

    async def write(self, node: Node, slugs: set[str], method: str, path: str, body=None) -> None:
        """Makes a change that the model has already, unless the reply is to be a problem with one of these slugs."""
        is_minimal = self.random.random() < 0.3
        headers = {"Prefer": "return=minimal"} if is_minimal else {}
        status = 409 if slugs else 204 if is_minimal else 200
        reply = await self.expect(status, method, f"/v1/progress/{node.key}{path}", body, **headers)
        if slugs and reply["type"].rpartition("/")[2] not in slugs:
            raise Difference(f"{node.key}: the problem is {reply['type']}, not {slugs}")
        if status == 200:
            self.check(node, reply)

    # Its acts.

    def new(self) -> dict:
        self.created += 1
        body = {"totalUnitCount": self.random.choice([1, 2, 5, 10, 100]), "labels": {"worker": str(self.number)}}
        if self.random.random() < 0.3:
            body["name"] = f"w{self.number}-{self.seed}-{self.created}"
        if self.random.random() < 0.1:
            body["leaseSeconds"] = self.random.choice([0.5, 2])
        if self.random.random() < 0.1:
            body["userInfo"] = {"text": "ü" * self.random.randrange(2_000)}
        return body

    async def create_root(self) -> None:
        body = self.new()
        reply = await self.expect(201, "POST", "/v1/progress", body)
        self.check(self.trees.create(body, key=reply["id"]), reply)

    async def create_child(self) -> None:
        parent = self.node()
        if parent is None or len(parent.root.subtree()) > NODES:
            return
        body, pending = self.new(), self.random.randrange(4)
        removes = self.random.random() < 0.15
        body |= {"pendingUnitCount": pending, "removeWhenFinished": removes}
        reply = await self.expect(201, "POST", f"/v1/progress/{parent.key}/children", body)
        self.check(self.trees.create(body, parent.key, pending, reply["id"]), reply)

    async def add(self) -> None:
        if node := self.node():
            count = self.random.choice([-1, 1, 1, 1, 2, 5])
            slugs = self.trees.complete(node.key, count)
            await self.write(node, slugs, "POST", "/completed-units", {"count": count})

    async def patch(self) -> None:
        if node := self.node():
            total, completed = self.random.choice([-1, 0, 1, 4, 50]), self.random.randrange(-1, 6)
            body = {"totalUnitCount": total, "completedUnitCount": completed}
            await self.write(node, self.trees.patch(node.key, body), "PATCH", "", body)

    async def attach(self) -> None:
        if len(self.trees.roots) < 2:
            return
        child, parent = self.random.sample(self.trees.roots, 2)
        parent = self.random.choice(parent.subtree())
        if len(parent.root.subtree()) > NODES:
            return
        pending = self.random.randrange(4)
        self.trees.attach(child.key, parent.key, pending)
        self.check(child, await self.expect(200, "POST", f"/v1/progress/{parent.key}/children",
                                            {"childID": child.key, "pendingUnitCount": pending}))

    async def control(self) -> None:
        if node := self.node():
            verb = self.random.choice(["cancel", "pause", "pause", "resume", "resume"])
            await self.write(node, self.trees.control(node.key, verb), "POST", f"/{verb}", {"reason": "soak"})

    async def fail(self) -> None:
        if node := self.node():
            slugs = self.trees.fail(node.key, {"message": "soak", "code": None})
            await self.write(node, slugs, "POST", "/fail", {"message": "soak"})

    async def delete(self) -> None:
        if node := self.node():
            await self.delete_node(node)

    async def delete_node(self, node: Node) -> None:
        releases = self.random.random() < 0.3
        self.trees.remove(node.key, releases)
        await self.expect(204, "DELETE", f"/v1/progress/{node.key}" + ("?pending=release" if releases else ""))

    async def reserve(self) -> None:
        if node := self.node():
            units = self.random.randrange(3)
            reply = await self.expect(201, "POST", f"/v1/progress/{node.key}/reservations",
                                      {"pendingUnitCount": units})
            self.tokens.append((reply["token"], node, units))

    async def claim(self) -> None:
        if not self.tokens:
            return
        token, parent, units = self.tokens.pop(self.random.randrange(len(self.tokens)))
        body = self.new()
        reply = await self.expect(201, "POST", "/v1/progress", body, Progress_Reservation=token)
        place = (None, None) if parent.is_removed else (parent.key, units)
        self.check(self.trees.create(body, *place, key=reply["id"]), reply)

    async def resign(self) -> None:
        if not self.tokens:
            return
        token, parent, units = self.tokens.pop(self.random.randrange(len(self.tokens)))
        await self.expect(404 if parent.is_removed else 204, "DELETE", f"/v1/reservations/{token}")
        if not parent.is_removed:
            self.trees.complete(parent.key, units)

    async def batch(self) -> None:
        lines = []
        for _ in range(self.random.randrange(1, 60)):
            node = self.node()
            if node is None:
                return
            self.trees.complete(node.key, 1)
            lines.append(json.dumps({"method": "POST", "path": f"/v1/progress/{node.key}/completed-units",
                                     "body": {"count": 1}, "headers": {"Prefer": "return=minimal"}}))
        reply = await self.expect(200, "POST", "/v1/batch", "\n".join(lines), Content_Type="application/x-ndjson")
        replies = [reply] if isinstance(reply, dict) else [json.loads(line) for line in reply.splitlines()]
        if [line["status"] for line in replies] != [204] * len(lines):
            raise Difference(f"a batch was answered {replies}")

    async def look(self) -> None:
        if node := self.node():
            what = self.random.choice(["", "/tree", "?summary=true", "/children"])
            reply = await self.expect(200, "GET", f"/v1/progress/{node.key}{what}")
            if what != "/children":
                self.check(node, reply)

    async def blunder(self) -> None:
        status, method, path, body = self.random.choice([
            (400, "POST", "/v1/progress", "{"), (400, "POST", "/v1/progress", {"unknown": 1}),
            (404, "GET", "/v1/progress/nobody", None), (405, "PUT", "/v1/batch", None),
            (422, "POST", "/v1/progress", {"isFinished": True})])
        await self.expect(status, method, path, body)

    async def vanish(self) -> None:
        self.client.vanish()

    async def share(self) -> None:
        self.shared += 1
        await self.expect(204, "POST", "/v1/progress/shared/completed-units", {"count": 1}, Prefer="return=minimal")

    async def heartbeat(self) -> None:
        if node := self.node():
            await self.expect(200, "POST", f"/v1/progress/{node.key}/heartbeat")

    async def resign_all(self) -> None:
        while self.tokens:
            await self.resign()
