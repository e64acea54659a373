"""Builds requests. Each is applied to the model at once, before the service gets it."""

from .request import Request


class Reporter:
    def __init__(self, model, random):
        self.model, self.random = model, random
        self.made = 0

    def fresh(self, stem="n"):
        self.made += 1
        return f"{stem}{self.made}"

    def create(self, members, parent=None, pending=1):
        """`members` has a name."""
        if parent is None:
            return Request("POST", "/v1/progress", members, self.model.create(members), 201)
        body = {**members, "pendingUnitCount": pending}
        node = self.model.create(members, self.model.nodes[parent], pending)
        return Request("POST", f"/v1/progress/{parent}/children", body, node, 201)

    def put(self, members):
        body = {key: value for key, value in members.items() if key != "name"}
        return Request("PUT", f"/v1/progress/{members['name']}", body, self.model.create(members), 201)

    def attach(self, child, parent, pending=1):
        nodes = self.model.nodes
        return Request("POST", f"/v1/progress/{parent}/children", {"childID": child, "pendingUnitCount": pending},
                       self.model.attach(nodes[child], nodes[parent], pending))

    def patch(self, name, **members):
        return Request("PATCH", f"/v1/progress/{name}", members, self.model.patch(self.model.nodes[name], members))

    def count(self, name, count=1):
        return Request("POST", f"/v1/progress/{name}/completed-units", {"count": count},
                       self.model.complete(self.model.nodes[name], count))

    def control(self, name, verb, reason=None):
        outcome = self.model.control(self.model.nodes[name], verb)
        return Request("POST", f"/v1/progress/{name}/{verb}", {"reason": reason} if reason else None, outcome)

    def fail(self, name, message="It broke.", code=None):
        failure = {"message": message, "code": code}
        outcome = self.model.fail(self.model.nodes[name], failure)
        return Request("POST", f"/v1/progress/{name}/fail", failure if code else {"message": message}, outcome)

    def finish(self, name):
        return Request("POST", f"/v1/progress/{name}/finish", {}, self.model.finish(self.model.nodes[name]))

    def heartbeat(self, name):
        return Request("POST", f"/v1/progress/{name}/heartbeat", None, self.model.nodes[name])

    def delete(self, name, is_released=False):
        outcome = self.model.remove(self.model.nodes[name], is_released)
        return Request("DELETE", f"/v1/progress/{name}{'?pending=release' if is_released else ''}", None, outcome, 204)
