"""Whether the data after a restart keep all promises."""

from support.tree import differences

from .world import Trees, is_good


class Verdict:
    """Finds the moments of one reporter's life whose state was restored, and sends again units that may be lost."""

    def __init__(self, reporter, service, client, ledger, promised_until, was_clean):
        self.reporter, self.journal = reporter, reporter.journal
        self.complaints = list(reporter.complaints)
        self.service, self.client = service, client
        self.trees = Trees(client, reporter.name)
        for node in self.trees.nodes.values():
            ledger.note_after_restart(node, was_clean)
        self.least = self.journal.promised(promised_until)
        self.matches = self.find()
        self.lost = [each for each in self.journal.operations[self.count:] if not each.in_doubt]

    def complain(self, text):
        self.complaints.append(f"{self.reporter.name}: {text}")

    def find(self):
        """How many operations may have been done; the models after them."""
        tokens = {key: token for key, (token, grant) in self.reporter.choice.tokens.items() if grant}
        grants = {key: is_good(self.service.port, token) for key, token in tokens.items()}
        seen = self.trees.visible(grants)
        matches = [(count, model.copy()) for count, model in self.journal.states(self.least)
                   if model.visible(grants) == seen]
        if not matches:
            self.explain(seen, grants)
            matches = [(len(self.journal.operations), self.reporter.model.copy())]
        return matches

    def explain(self, seen, grants):
        """Says which older state is there, or how the promised one differs."""
        older = [count for count, model in self.journal.states(0) if model.visible(grants) == seen]
        if older:
            lost = self.journal.operations[older[-1]]
            self.complain(f"{self.least - older[-1]} promised operations are lost, from {lost.path} {lost.body} on")
            return
        for count, model in self.journal.states(self.least):
            expected = model.visible(grants)
            keys = [key for key in {**seen, **expected} if seen.get(key) != expected.get(key)]
            self.complain(f"after {count} operations: {[(k, expected.get(k), seen.get(k)) for k in keys[:3]]}")
            return

    @property
    def count(self):
        return self.matches[-1][0]

    @property
    def earliest(self):
        """The moment that is on disk is not before this."""
        count = self.matches[0][0]
        return self.journal.operations[count - 1].sent if count else 0

    @property
    def latest(self):
        """The restored state is not of a later moment than this."""
        rest = self.journal.operations[self.count:]
        return rest[0].replied if rest and not rest[0].in_doubt else float("inf")

    def settle(self):
        """Checks everything that no state shows; returns the model to continue with."""
        model = self.matches[-1][1]
        self.check_snapshots(model)
        self.check_reservations(model)
        self.count_again(model)
        tokens = self.reporter.choice.tokens
        self.reporter.choice.tokens = {key: token for key, token in tokens.items() if key in model.grants}
        return model

    def check_snapshots(self, model):
        """Checks values that follow from the state, such as fractions, and those that no operation changes."""
        names = {node["id"]: name for name, node in self.trees.nodes.items()}
        for name, node in self.trees.nodes.items():
            if name not in model.nodes:
                continue
            known = {key: names.get(node[key]) for key in ("parentID", "rootID")}
            for each in differences(model.nodes[name].shown(), {**node, **known}):
                self.complain(f"{name}: {each}")

    def check_reservations(self, model):
        """Ends them all: each is there where every state that may be the present one has it."""
        for key, (token, grant) in list(self.reporter.choice.tokens.items()):
            if grant:
                continue
            expected = {key in each.reservations for _, each in self.matches}
            is_there = self.client.call("DELETE", f"/v1/reservations/{token}").status == 204
            if is_there not in expected:
                self.complain(f"the reservation {key} is {'' if is_there else 'not '}there")
            if is_there and key in model.reservations:
                model.resign(key)
            model.reservations.pop(key, None)
            del self.reporter.choice.tokens[key]

    def count_again(self, model):
        """Sends the numbered units again: none may count twice, and none may stay lost."""
        choice = self.reporter.choice
        if choice.counter not in model.nodes:
            return
        for each in self.journal.operations:
            if each.body and "sequence" in each.body:
                self.client.call(each.method, each.path, each.body)
        completed = self.client.call("GET", f"/v1/progress/{choice.counter}").json["completedUnitCount"]
        if completed != choice.sum:
            self.complain(f"{choice.sum} units were counted, and {completed} are there")
        model.nodes[choice.counter].completed = completed
