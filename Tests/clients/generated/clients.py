"""The two generated Python clients, each called as its makers say, with one interface for both."""

from __future__ import annotations

import importlib
import pkgutil
import re
import typing

import openapi_client
import progressd_client
import progressd_client.api
import progressd_client.models


class Reply(typing.NamedTuple):
    status: int
    headers: typing.Mapping
    #: The body as the client decoded it: a model, a text or nothing.
    value: typing.Any
    body: bytes

    @property
    def problem(self) -> str | None:
        """The slug of the problem that the client read."""
        kind = getattr(self.value, "type", None) or getattr(self.value, "type_", None)
        return kind.removeprefix("/problems/") if kind else None


def snake(name: str) -> str:
    """The name as both generators write it."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z])(?=[a-z])", r"_\1\2", name).lower()


class OpenAPIGenerator:
    """`raw` has the calls whose replies the client cannot make a value of, and why; they are called without that."""

    raw: typing.ClassVar = {
        "sendBatch": "it reads no application/x-ndjson",
        "getContract": "it reads no application/yaml",
        "getProgressBadge": "it reads no image/svg+xml",
    }

    def __init__(self, url, token):
        self.client = openapi_client.ApiClient(openapi_client.Configuration(host=url, access_token=token))
        self.apis = [kind(self.client) for name, kind in vars(openapi_client).items() if name.endswith("Api")]

    def close(self):
        self.client.rest_client.pool_manager.clear()

    def model(self, name, /, **members):
        return getattr(openapi_client, name)(**members)

    def choice(self, schema, value):
        """One of the values that a parameter or a member may have."""
        return getattr(openapi_client, schema)(value) if hasattr(openapi_client, schema) else value

    def call(self, operation, body=None, **parameters):
        method = f"{snake(operation)}_{'without_preload_content' if operation in self.raw else 'with_http_info'}"
        if operation == "addChild":
            body = openapi_client.AddChildRequest(body)
        if body is not None:
            parameters["body" if isinstance(body, str) else snake(type(body).__name__)] = body
        try:
            reply = getattr(next(api for api in self.apis if hasattr(api, method)), method)(**parameters)
        except openapi_client.ApiException as error:
            return Reply(error.status, error.headers, error.data, (error.body or "").encode())
        if operation in self.raw:
            return Reply(reply.status, reply.headers, None, reply.data)
        return Reply(reply.status_code, reply.headers, reply.data, reply.raw_data)


class OpenAPIPythonClient:
    raw: typing.ClassVar = {
        "sendBatch": "the call is left out: it writes no application/x-ndjson",
        "getContract": "it reads no application/yaml",
        "getProgressBadge": "it reads no image/svg+xml",
    }

    def __init__(self, url, token):
        self.client = progressd_client.AuthenticatedClient(base_url=url, token=token, timeout=60)
        self.modules = {}
        for tag in pkgutil.iter_modules(progressd_client.api.__path__, "progressd_client.api."):
            for module in pkgutil.iter_modules(importlib.import_module(tag.name).__path__):
                self.modules[module.name] = f"{tag.name}.{module.name}"

    def close(self):
        self.client.get_httpx_client().close()

    def model(self, name, /, **members):
        return getattr(progressd_client.models, name)(**members)

    def choice(self, schema, value):
        return getattr(progressd_client.models, schema)(value)

    def call(self, operation, body=None, **parameters):
        if operation == "sendBatch":
            headers = {"Content-Type": "application/x-ndjson"}
            reply = self.client.get_httpx_client().post("/v1/batch", content=body, headers=headers)
            return Reply(reply.status_code, reply.headers, None, reply.content)
        if body is not None:
            parameters["body"] = body
        call = importlib.import_module(self.modules[snake(operation)])
        reply = call.sync_detailed(client=self.client, **parameters)
        return Reply(int(reply.status_code), reply.headers, reply.parsed, reply.content)
