"""A service with trees, and all kinds of callers."""

import typing

from .calls import ABSENT, OPERATOR, REPORTER, VIEWER

ROLES = {"viewer": VIEWER, "reporter": REPORTER, "operator": OPERATOR}
#: The header that a browser sends for a page of the service itself.
OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}


#: The subtree for which the grants are good, and that of the claim which is still good.
OWN, CLAIMED = frozenset({"own", "leaf", "claimed"}), frozenset({"claimed"})


class Place(typing.NamedTuple):
    name: str
    id: str
    is_there: bool = True


class Credential(typing.NamedTuple):
    label: str
    headers: dict = {}
    query: str = ""
    #: 0 for no right, or one that has ended.
    role: int = 0
    #: The places that it is good for; nil: all.
    inside: frozenset | None = None
    #: A cookie without a proof that the page is the service's own.
    only_reads: bool = False
    #: It may make the child that a reservation waits for.
    claims: bool = False


class World:
    """`top` has the children `own`, which the grants are for, and `sibling`; `foreign` is another tree."""

    def __init__(self, service, tokens):
        self.service, self.tokens, self.secrets = service, tokens, []
        ids = {}
        for name, parent in (("top", None), ("own", "top"), ("leaf", "own"), ("sibling", "top"), ("foreign", None),
                             ("foreign-leaf", "foreign")):
            path = f"/v1/progress/{parent}/children" if parent else "/v1/progress"
            body = {"name": name, "totalUnitCount": 100, **({"pendingUnitCount": 1} if parent else {})}
            ids[name] = self.make(path, body, tokens["operator"])["id"]
        claim = self.reserve()
        ids["claimed"] = self.claim(claim, "claimed")
        self.places = [*(Place(*each) for each in ids.items()), Place("free", ABSENT, False)]
        self.good_claim = claim["token"]
        self.credentials = [*self.settings(), *self.grants(), *self.claims(), *self.sessions(), *self.nobodies()]

    def make(self, path, body=None, token=None, headers=None, method="POST", expected=(200, 201, 204)):
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        with self.service.client(token=None) as client:
            reply = client.call(method, path, body, {**bearer, **(headers or {})})
        assert reply.status in expected, f"{method} {path}: {reply}"
        return reply.headers if path == "/v1/session" else reply.json

    # Credentials

    def settings(self):
        for role, token in self.tokens.items():
            yield bearer(f"the {role} of the settings", token, ROLES[role])

    def grants(self):
        for role in ROLES:
            token = self.grant(role)["token"]
            yield bearer(f"grant of a {role}", token, ROLES[role], OWN)
            yield Credential(f"grant of a {role} in the address", {}, f"grant={token}", ROLES[role], OWN)
        outer = self.grant("operator")["token"]
        yield bearer("a grant by a grant", self.grant("reporter", outer)["token"], REPORTER, OWN)
        yield bearer("a revoked grant", self.revoked(self.grant("operator"))["token"])
        outer = self.grant("operator")
        inner = self.grant("operator", outer["token"])
        self.revoked(outer)
        yield bearer("a grant by a revoked grant", inner["token"])
        yield bearer("an expired grant", self.grant("operator", expiresIn=0.001)["token"])
        gone = self.make("/v1/progress", {}, self.tokens["operator"])["id"]
        token = self.grant("operator", node=gone)["token"]
        self.make(f"/v1/progress/{gone}", None, self.tokens["operator"], method="DELETE")
        yield bearer("a grant of what is gone", token)

    def claims(self):
        yield bearer("a claim", self.good_claim, REPORTER, CLAIMED)
        made = self.reserve()
        self.claim(made)
        self.make(f"/v1/reservations/{made['token']}?revoke=true", None, self.tokens["reporter"], method="DELETE")
        yield bearer("a revoked claim", made["token"])
        grant = self.grant("reporter")
        open_one, made = self.reserve(grant["token"]), self.reserve(grant["token"])
        self.claim(made)
        self.revoked(grant)
        yield bearer("a claim of what a revoked grant reserved", made["token"])
        yield reservation("what a revoked grant reserved", open_one["token"])
        made = self.reserve()
        yield bearer("an unclaimed reservation", made["token"])
        yield reservation("a reservation to claim", made["token"], claims=True)
        yield reservation("a reservation's id", made["reservationID"])
        yield reservation("a reservation and a viewer", made["token"], True, self.tokens["viewer"], VIEWER)

    def sessions(self):
        for role, token in self.tokens.items():
            cookie = self.cookie(token)
            yield Credential(f"a session of the {role}", {**cookie, **OWN_PAGE}, "", ROLES[role])
            yield Credential(f"a session of the {role} without a proof", cookie, "", ROLES[role], only_reads=True)
        grant = self.grant("operator")
        cookie = {**self.cookie(grant["token"]), **OWN_PAGE}
        yield Credential("a session of a grant", cookie, "", OPERATOR, OWN)
        grant = self.grant("operator")
        cookie = {**self.cookie(grant["token"]), **OWN_PAGE}
        self.revoked(grant)
        yield Credential("a session of a revoked grant", cookie)
        cookie = {**self.cookie(self.tokens["operator"]), **OWN_PAGE}
        self.make("/v1/session", None, None, cookie, "DELETE")
        yield Credential("a closed session", cookie)

    def nobodies(self):
        token = self.tokens["operator"]
        yield Credential("nobody")
        yield bearer("a wrong token", "wrong")
        yield bearer("an empty token", "")
        yield Credential("a token as a cookie", {"Cookie": f"progressd={token}", **OWN_PAGE})
        yield Credential("a token in the address", {}, f"grant={token}")
        yield Credential("a token as a password", {"Authorization": "Basic bzpv"})
        made = self.reserve()
        self.claim(made)
        yield Credential("a claim in the address", {}, f"grant={made['token']}")
        yield Credential("a grant's id", {"Authorization": f"Bearer {self.grant('operator')['grantID']}"})

    # How it is made

    def grant(self, role, token=None, node="own", **more):
        made = self.make(f"/v1/progress/{node}/grants", {"role": role, **more}, token or self.tokens["operator"])
        self.secrets.append(made["token"])
        return made

    def revoked(self, grant):
        self.make(f"/v1/grants/{grant['grantID']}", None, self.tokens["operator"], method="DELETE")
        return grant

    def reserve(self, token=None):
        made = self.make("/v1/progress/own/reservations", {"pendingUnitCount": 1}, token or self.tokens["reporter"])
        self.secrets.append(made["token"])
        return made

    def claim(self, made, name=None):
        body = {"name": name} if name else {}
        return self.make("/v1/progress", body, None, {"Progress-Reservation": made["token"]})["id"]

    def cookie(self, token):
        cookie = self.make("/v1/session", {"token": token})["Set-Cookie"].split(";")[0]
        self.secrets.append(cookie.partition("=")[2])
        return {"Cookie": cookie}


def bearer(label, token, role=0, inside=None):
    return Credential(label, {"Authorization": f"Bearer {token}"}, "", role, inside)


def reservation(label, token, claims=False, beside=None, role=0):
    """A reservation in the header of a create; `beside` is a token for other calls."""
    headers = {"Authorization": f"Bearer {beside}"} if beside else {}
    return Credential(label, {"Progress-Reservation": token, **headers}, "", role, claims=claims)
