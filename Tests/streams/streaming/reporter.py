"""Builds requests. Each is applied to the model at once, before the service gets it."""

from .request import Request


class Reporter:
    def __init__(self, model, random):
        self.model, self.random = model, random
        self.made = 0
        #: Names by which streams were opened.
        self.asked = set()

    def fresh(self, stem="n"):
        self.made += 1
        return f"{stem}{self.made}"

    def create(self, members, parent=None, pending=1):
        """`members` has a name."""
        if parent is None:
            return Request("POST", "/v1/progress", members, self.model.create(members), 201)
        body, node = {**members, "pendingUnitCount": pending}, self.model.create(members, parent, pending)
        return Request("POST", f"/v1/progress/{parent}/children", body, node, 201)

    def put(self, members):
        body = {key: value for key, value in members.items() if key != "name"}
        return Request("PUT", f"/v1/progress/{members['name']}", body, self.model.create(members), 201)

    def attach(self, child, parent, pending=1):
        body = {"childID": child, "pendingUnitCount": pending}
        return self.change(child, "POST", f"/v1/progress/{parent}/children", body, self.model.attach, parent, pending)

    def patch(self, name, /, **members):
        return self.change(name, "PATCH", f"/v1/progress/{name}", members, self.model.patch, members)

    def count(self, name, count=1):
        return self.change(name, "POST", f"/v1/progress/{name}/completed-units", {"count": count},
                           self.model.complete, count)

    def control(self, name, verb, reason=None):
        return self.change(name, "POST", f"/v1/progress/{name}/{verb}", {"reason": reason} if reason else None,
                           self.model.control, verb)

    def fail(self, name, message="It broke.", code=None):
        failure = {"message": message, "code": code}
        return self.change(name, "POST", f"/v1/progress/{name}/fail", failure if code else {"message": message},
                           self.model.fail, failure)

    def finish(self, name):
        return self.change(name, "POST", f"/v1/progress/{name}/finish", {}, self.model.finish)

    def heartbeat(self, name):
        return Request("POST", f"/v1/progress/{name}/heartbeat", None, self.model.nodes[name])

    def delete(self, name, is_released=False):
        return self.change(name, "DELETE", f"/v1/progress/{name}{'?pending=release' if is_released else ''}", None,
                           self.model.remove, is_released, status=204)

    def change(self, name, method, path, body, change, *options, status=200):
        node = self.model.nodes[name]
        return Request(method, path, body, node, status, change(name, *options))
