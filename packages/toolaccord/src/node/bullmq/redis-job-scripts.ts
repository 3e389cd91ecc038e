/**
 * What the scripts share. A job is one hash: `json`, the keys of its lists (`all`, `own`),
 * `expires` if it has ended, `stop` if it was asked to, `holder` and `until` if a process may
 * change it. Leases run by the clock of Redis, which all processes share.
 */
const clock = `
local function redisTime()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function toTime(given)
  return tonumber(given) or redisTime()
end
local function isExpired(expires, time)
  return expires and tonumber(expires) <= time
end
local function isHeld(key, token)
  return redis.call('HGET', key, 'holder') == token
end
local function hold(key, token, leaseMs)
  local till = string.format('%.0f', redisTime() + leaseMs)
  redis.call('HSET', key, 'holder', token, 'until', till)
end
`

/** KEYS: job, open, all, own, own that are open, ends. ARGV: id, json, score, time. */
const addScript = `${clock}
if redis.call('EXISTS', KEYS[1]) == 1 then
  local expires = redis.call('HGET', KEYS[1], 'expires')
  if not isExpired(expires, toTime(ARGV[4])) then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[6], ARGV[1])
end
redis.call('HSET', KEYS[1], 'json', ARGV[2], 'all', KEYS[3], 'own', KEYS[4])
for list = 2, 5 do redis.call('ZADD', KEYS[list], ARGV[3], ARGV[1]) end
return 1`

/** KEYS: job. ARGV: time. */
const findScript = `${clock}
local found = redis.call('HMGET', KEYS[1], 'json', 'expires')
if isExpired(found[2], toTime(ARGV[1])) then return false end
return found[1]`

/** KEYS: list. ARGV: first, last, time, the start of the keys of jobs. */
const listScript = `${clock}
local time = toTime(ARGV[3])
local ids = redis.call('ZREVRANGE', KEYS[1], ARGV[1], ARGV[2])
local jobs = {}
for _, id in ipairs(ids) do
  local found = redis.call('HMGET', ARGV[4] .. id, 'json', 'expires')
  if found[1] and not isExpired(found[2], time) then jobs[#jobs + 1] = found[1] end
end
return {#ids, jobs}`

/** KEYS: job. ARGV: token, leaseMs. */
const claimScript = `${clock}
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local till = redis.call('HGET', KEYS[1], 'until')
if till and tonumber(till) > redisTime() then return 0 end
hold(KEYS[1], ARGV[1], ARGV[2])
return 1`

/** KEYS: job. */
const heldScript = `${clock}
local till = redis.call('HGET', KEYS[1], 'until')
if till and tonumber(till) > redisTime() then return 1 end
return 0`

/** KEYS: job. ARGV: token, leaseMs. */
const renewScript = `${clock}
if not isHeld(KEYS[1], ARGV[1]) then return 'lost' end
hold(KEYS[1], ARGV[1], ARGV[2])
if redis.call('HEXISTS', KEYS[1], 'stop') == 1 then return 'stop' end
return 'held'`

/**
 * KEYS: job, open, ends, own that are open. ARGV: token, leaseMs, id, json, keepMs if it has ended,
 * slackMs, time.
 */
const saveScript = `${clock}
if not isHeld(KEYS[1], ARGV[1]) then return 0 end
hold(KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[1], 'json', ARGV[4])
if ARGV[5] == '' then return 1 end
local expires = string.format('%.0f', toTime(ARGV[7]) + ARGV[5])
redis.call('HSET', KEYS[1], 'expires', expires)
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ARGV[5] + ARGV[6]))
redis.call('ZADD', KEYS[3], expires, ARGV[3])
redis.call('ZREM', KEYS[2], ARGV[3])
redis.call('ZREM', KEYS[4], ARGV[3])
return 1`

/** KEYS: job. ARGV: token. */
const releaseScript = `${clock}
if isHeld(KEYS[1], ARGV[1]) then redis.call('HDEL', KEYS[1], 'holder', 'until') end
return 1`

/** KEYS: job. */
const stopScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'stop', '1') end
return 1`

/** KEYS: ends. ARGV: time, limit, the start of the keys of jobs. */
const sweepScript = `${clock}
local time = string.format('%.0f', toTime(ARGV[1]))
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', time, 'LIMIT', 0, ARGV[2])
for _, id in ipairs(ids) do
  local lists = redis.call('HMGET', ARGV[3] .. id, 'all', 'own')
  for list = 1, 2 do
    if lists[list] then redis.call('ZREM', lists[list], id) end
  end
  redis.call('DEL', ARGV[3] .. id)
  redis.call('ZREM', KEYS[1], id)
end
return #ids`

/** KEYS: list. */
const countScript = `return redis.call('ZCARD', KEYS[1])`

const timeScript = `${clock}
return string.format('%.0f', redisTime())`

/** What Redis does in one go, as scripts in Lua. */
export const redisJobScripts = {
  add: addScript,
  find: findScript,
  list: listScript,
  count: countScript,
  claim: claimScript,
  held: heldScript,
  renew: renewScript,
  save: saveScript,
  release: releaseScript,
  stop: stopScript,
  sweep: sweepScript,
  time: timeScript,
} as const
