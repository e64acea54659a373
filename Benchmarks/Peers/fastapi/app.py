"""A peer as a team would write it by hand in Python: a progress in memory, sent to all readers over Redis.

PEER_REDIS is the address of Redis. One worker, so the counts can be the process's own; a team with several workers
would keep them in Redis too, which costs another round trip a request.
"""

import asyncio
import contextlib
import os
import uuid
from datetime import datetime, timezone

from fastapi import FastAPI, HTTPException, Request, Response
from pydantic import BaseModel
from redis.asyncio import Redis
from sse_starlette import EventSourceResponse, ServerSentEvent

CHANNEL = "progress"


class Count(BaseModel):
    count: int


class Progress(BaseModel):
    """A progress with the members of the service's, so that a reply is as long."""

    id: str
    name: str | None = None
    parentID: str | None = None
    pendingUnitCount: int | None = None
    rootID: str
    depth: int = 0
    childCount: int = 0
    totalUnitCount: int = 2_000_000_000
    completedUnitCount: int = 1_000_000_000
    fractionCompleted: float = 0.5
    isIndeterminate: bool = False
    isFinished: bool = False
    state: str = "running"
    isCancellable: bool = True
    isPausable: bool = False
    isCancelled: bool = False
    isPaused: bool = False
    removeWhenFinished: bool = False
    failure: dict | None = None
    kind: str | None = None
    fileOperationKind: str | None = None
    fileURL: str | None = None
    fileTotalCount: int | None = None
    fileCompletedCount: int | None = None
    userInfo: dict = {}
    labels: dict[str, str] = {}
    leaseSeconds: float | None = None
    estimatedTimeRemaining: float | None = None
    throughput: float | None = None
    localizedDescription: str = ""
    localizedAdditionalDescription: str = ""
    version: int = 1
    createdAt: str = ""
    updatedAt: str = ""
    finishedAt: str | None = None
    expiresAt: str | None = None

    def complete(self, count: int) -> None:
        self.completedUnitCount += count
        self.fractionCompleted = self.completedUnitCount / self.totalUnitCount
        self.isFinished = self.completedUnitCount >= self.totalUnitCount
        self.localizedDescription = f"{self.completedUnitCount * 100 // self.totalUnitCount}% completed"
        self.localizedAdditionalDescription = f"{self.completedUnitCount:,} of {self.totalUnitCount:,}"
        self.version += 1
        self.updatedAt = now()


#: The members that a progress bar needs, which are those of the service's `progress` event.
BAR = {"id", "version", "totalUnitCount", "completedUnitCount", "fractionCompleted", "isIndeterminate", "isFinished",
       "state", "childCount", "fileTotalCount", "fileCompletedCount", "estimatedTimeRemaining", "throughput",
       "localizedDescription", "localizedAdditionalDescription", "updatedAt"}


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


progresses: dict[str, Progress] = {}
readers: set[asyncio.Queue] = set()
redis = Redis.from_url(os.environ.get("PEER_REDIS", "redis://127.0.0.1:6379"))


async def listen() -> None:
    """Holds one subscription for the process, and passes its messages to every reader's own queue."""
    async with redis.pubsub() as subscription:
        await subscription.subscribe(CHANNEL)
        async for message in subscription.listen():
            if message["type"] != "message":
                continue
            event = ServerSentEvent(data=message["data"].decode(), event="progress")
            for reader in readers:
                reader.put_nowait(event)


@contextlib.asynccontextmanager
async def lifespan(_: FastAPI):
    task = asyncio.create_task(listen())
    yield
    task.cancel()


app = FastAPI(lifespan=lifespan, openapi_url=None)


def find(name: str) -> Progress:
    progress = progresses.get(name)
    if progress is None:
        raise HTTPException(404)
    return progress


def reply(progress: Progress, status: int = 200, **headers: str) -> Response:
    """A reply serialized by pydantic's compiled core, which is faster than a response model."""
    return Response(progress.model_dump_json(), status, headers, "application/json")


@app.post("/v1/progress")
async def create() -> Response:
    name = str(uuid.uuid4())
    progresses[name] = progress = Progress(id=name, rootID=name, createdAt=now())
    progress.complete(0)
    return reply(progress, 201, Location=f"/v1/progress/{name}")


@app.post("/v1/progress/{name}/completed-units")
async def complete(name: str, body: Count) -> Response:
    progress = find(name)
    progress.complete(body.count)
    await redis.publish(CHANNEL, progress.model_dump_json(include=BAR))
    return reply(progress)


@app.get("/v1/progress/{name}/events")
async def events(name: str, request: Request) -> EventSourceResponse:
    progress = find(name)
    queue: asyncio.Queue = asyncio.Queue()

    async def stream():
        readers.add(queue)
        try:
            yield ServerSentEvent(data=progress.model_dump_json(), event="snapshot")
            while True:
                yield await queue.get()
        finally:
            readers.discard(queue)

    return EventSourceResponse(stream(), ping=15)
