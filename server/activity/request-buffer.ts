/** A request of a partner that got its response. `route` is the pattern; `field` the first refused field. */
export type AnsweredRequest = {
  requestId: string
  /** Arrival of the request, Unix ms. */
  atMs: number
  keyId: string
  partnerId: string
  method: string
  route: string
  status: number
  errorCode: string | null
  field: string | null
  latencyMs: number
  /** Requests of the key in the last 60 s, this one included, as the rate limiter counted them. */
  windowUsed: number
}

export type RequestCount = Pick<AnsweredRequest, 'keyId' | 'method' | 'route' | 'status'> & {
  minuteMs: number
  calls: number
  msSum: number
  msMax: number
  windowMax: number
}

export type RequestBatch = { requests: AnsweredRequest[]; counts: RequestCount[] }

export type RequestBuffer = {
  /** Called after every response; only writes to memory. */
  note: (request: AnsweredRequest) => void
  /** Arrival of the oldest waiting request, Unix ms; null when the buffer is empty. */
  oldestMs: () => number | null
  /** Returns and removes all entries. */
  take: () => RequestBatch
  /** Puts back a batch whose write failed. */
  giveBack: (batch: RequestBatch) => void
}

type Bounds = { maxRequests?: number; maxCounts?: number }

/** Entries dropped because the buffer was full: rows of the log, or counts. */
export type OnDropped = (what: 'request' | 'count' | 'opened', many: number) => void

/**
 * Collects requests until the next flush, about a second. The counts are exact also when the rows of the log no longer
 * fit, because a count is one entry for each key, minute, route and status.
 */
export function createRequestBuffer(
  onDropped: OnDropped,
  { maxRequests = 5_000, maxCounts = 20_000 }: Bounds = {},
): RequestBuffer {
  let requests: AnsweredRequest[] = []
  let counts = new Map<string, RequestCount>()

  function add(count: RequestCount): void {
    const { keyId, method, route, status, minuteMs } = count
    const name = `${keyId} ${minuteMs} ${status} ${method} ${route}`
    const known = counts.get(name)
    if (known) {
      known.calls += count.calls
      known.msSum += count.msSum
      known.msMax = Math.max(known.msMax, count.msMax)
      known.windowMax = Math.max(known.windowMax, count.windowMax)
    } else if (counts.size < maxCounts) counts.set(name, count)
    else onDropped('count', count.calls)
  }

  return {
    note(request) {
      const { keyId, method, route, status, latencyMs, windowUsed, atMs } = request
      const minuteMs = atMs - (atMs % 60_000)
      const measured = { calls: 1, msSum: latencyMs, msMax: latencyMs, windowMax: windowUsed }
      add({ keyId, method, route, status, minuteMs, ...measured })
      if (requests.length < maxRequests) requests.push(request)
      else onDropped('request', 1)
    },
    oldestMs: () => requests[0]?.atMs ?? null,
    take() {
      const batch = { requests, counts: [...counts.values()] }
      requests = []
      counts = new Map()
      return batch
    },
    giveBack(batch) {
      for (const count of batch.counts) add(count)
      const room = Math.max(0, maxRequests - requests.length)
      if (batch.requests.length > room) onDropped('request', batch.requests.length - room)
      requests = [...batch.requests.slice(0, room), ...requests]
    },
  }
}
