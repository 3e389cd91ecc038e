-- The requests of a run stand in a file, cut where the id goes and where the next one begins; ids have a fixed width.
local parts = {}
local file = assert(io.open(os.getenv("REQUESTS"), "rb"))
for part in (file:read("*a") .. "\1"):gmatch("([^\1]*)\1") do parts[#parts + 1] = part end
file:close()

local id = tonumber(os.getenv("FIRST_ID"))
local at = 1

request = function()
  local text = parts[at] .. id .. parts[at + 1]
  id = id + 1
  at = at + 2
  if at > #parts then at = 1 end
  return text
end

done = function(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\n{"calls":%d,"elapsed":%f,"bytes":%d,"errors":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
