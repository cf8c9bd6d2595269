import { createHash } from 'node:crypto'

/** A Lua script and its SHA-1, by which `EVALSHA` finds it. */
export type Script = { source: string; sha: string }

/** Removes expired entries and sets `now`, `limit`, `window` (µs) and `used`. */
const countUsed = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local limit, window = tonumber(ARGV[1]), ARGV[2] * 1000
local used = redis.call('LLEN', KEYS[1])
local drop = 1
while drop > 0 and used > 0 do
  drop = math.min(drop, used)
  if now - redis.call('LINDEX', KEYS[1], drop - 1) > window then
    redis.call('LTRIM', KEYS[1], drop, -1)
    used = used - drop
    drop = drop * 2
  else
    drop = math.floor(drop / 2)
  end
end`

/**
 * Makes one decision in one round trip: an exact log of call times in a list, oldest first, on the clock of Redis (µs),
 * so nodes with different clocks agree. A refused call is not recorded. An entry expires when it is MORE than one
 * window old. Expired entries are removed with `LTRIM` in doubling steps, so a window of 100,000 calls that expires at
 * once takes about a dozen commands.
 *
 * While there are other nodes, each tenth of the limit is published when it is reached, so every node knows the usage
 * if Redis becomes unavailable (`local-share.ts`).
 *
 * KEYS[1]: the log. ARGV: limit, window (ms), calls between two notices (0: no notices), channel, node. Returns allowed
 * (0 or 1), calls counted, now (µs), time of the call that must leave the window next (µs).
 */
export const TAKE = script(`${countUsed}
local step = tonumber(ARGV[3])
if used >= limit then
  return { 0, used, now, tonumber(redis.call('LINDEX', KEYS[1], used - limit)) }
end
redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], ARGV[2] + 1)
used = used + 1
if step > 0 and used % step == 0 then
  redis.call('PUBLISH', ARGV[4], 'used ' .. ARGV[5] .. ' ' .. used .. ' ' .. KEYS[1])
end
return { 1, used, now, tonumber(redis.call('LINDEX', KEYS[1], 0)) }
`)

/**
 * Counts the calls without adding one. KEYS[1] and ARGV: as for `TAKE`, without the last three.
 * Returns calls counted, time of the call that must leave the window next (µs; 0 while there is none).
 */
export const LOOK = script(`${countUsed}
if used == 0 then return { 0, 0 } end
return { used, tonumber(redis.call('LINDEX', KEYS[1], math.max(0, used - limit))) }
`)

/**
 * Counts calls at once until only `remaining` are left, but at most `most` of them, so Redis serves other requests in
 * between.
 *
 * KEYS[1] and ARGV: as for `TAKE`, then remaining, most.
 * Returns calls counted, time of the call that must leave the window next (µs; 0 while there is none).
 */
export const FILL = script(`${countUsed}
local wanted = math.min(limit - ARGV[6] - used, tonumber(ARGV[7]))
local times = {}
for call = 1, wanted do
  times[#times + 1] = string.format('%.0f', now)
  if #times == 1000 or call == wanted then
    redis.call('RPUSH', KEYS[1], unpack(times))
    times = {}
  end
end
if wanted > 0 then
  used = used + wanted
  redis.call('PEXPIRE', KEYS[1], ARGV[2] + 1)
  if tonumber(ARGV[3]) > 0 then
    redis.call('PUBLISH', ARGV[4], 'used ' .. ARGV[5] .. ' ' .. used .. ' ' .. KEYS[1])
  end
end
if used == 0 then return { 0, 0 } end
return { used, tonumber(redis.call('LINDEX', KEYS[1], math.max(0, used - limit))) }
`)

/**
 * Records a heartbeat of this node and counts the live nodes (last heartbeat within three intervals). A new node is
 * announced to the others at once.
 *
 * KEYS[1]: the sorted set of nodes. ARGV: node, heartbeat interval (ms), channel. Returns the number of live nodes.
 */
export const BEAT = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ARGV[2] * 3))
local joined = redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2] * 3)
local nodes = redis.call('ZCARD', KEYS[1])
if joined == 1 then redis.call('PUBLISH', ARGV[3], 'nodes ' .. ARGV[1] .. ' ' .. nodes) end
return nodes
`)

function script(source: string): Script {
  return { source, sha: createHash('sha1').update(source).digest('hex') }
}
