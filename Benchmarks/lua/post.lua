-- Posts one body to one path for ever, and says at the end, on one line, what came of it.
wrk.method = "POST"
wrk.body = '{"count": 1}'
wrk.headers["Content-Type"] = "application/json"

local body = os.getenv("BENCHMARK_BODY")
if body and body ~= "" then wrk.body = body end

local file = os.getenv("BENCHMARK_BODY_FILE")
if file and file ~= "" then
  wrk.body = assert(io.open(file, "rb")):read("*a")
  wrk.headers["Content-Type"] = "application/x-ndjson"
end

-- One path after another, each where %d of the path that wrk was given is a number below this.
local count = tonumber(os.getenv("BENCHMARK_PATHS") or "")
local requests, number = {}, 0

function init(_)
  if not count then return end
  for each = 0, count - 1 do requests[each] = wrk.format(nil, (wrk.path:gsub("%%25d", each))) end
  request = function()
    number = (number + 1) % count
    return requests[number]
  end
end

local prefer = os.getenv("BENCHMARK_PREFER")
if prefer and prefer ~= "" then wrk.headers["Prefer"] = prefer end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    "RESULT requests=%d microseconds=%d connect=%d read=%d write=%d timeout=%d status=%d max=%d p50=%d p99=%d\n",
    summary.requests, summary.duration, errors.connect, errors.read, errors.write, errors.timeout, errors.status, latency.max,
    latency:percentile(50), latency:percentile(99)))
end
