/** A prepared request, and what its response must have. */
export type PreparedRequest = {
  text: string
  status: number
  /** Text that must be in the body, such as the id of the requested job. */
  expects: string
}

/** Requests to one server, which are sent in turn, from the first again after the last. */
export type Load = {
  name: string
  url: string
  requests: PreparedRequest[]
  /** Whether every response must have the three rate headers. */
  isLimited: boolean
}

/**
 * Each connection sends its next request after the response; with `perSecond`, not before it is due at this constant
 * rate of all connections.
 */
export type Pace = { connections: number; seconds: number; perSecond?: number }

export type Outcome = {
  seconds: number
  answered: number
  /** Responses with another status or body than expected, or without rate headers, and requests without a response. */
  wrong: number
  /** The first wrong responses. */
  samples: string[]
  p50Ms: number
  p99Ms: number
  /** CPU time of the load generator itself. */
  cpuSeconds: number
}

/** What the load generator's process is told. */
export type Order = { prepare: Load } | { run: string; pace: Pace }
