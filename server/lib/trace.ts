import { AsyncLocalStorage } from 'node:async_hooks'

/** The trace of a request, by W3C Trace Context: the caller started it, and other services continue it. */
export type Trace = {
  /** 32 hexadecimal digits. */
  id: string
  /** The header for the next service, as version 00. */
  traceparent: string
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const onlyZeros = /^0+$/

/**
 * Reads a `traceparent` header (https://www.w3.org/TR/trace-context/). Dray records no spans, so the header is
 * passed on
 * with the span of the caller.
 *
 * @returns null if the header is absent or malformed; the specification says to ignore it then.
 */
export function readTraceparent(header: string | undefined): Trace | null {
  const [, version, id = '', span = '', flags, rest] = form.exec(header ?? '') ?? []
  if (version === undefined || version === 'ff' || onlyZeros.test(id) || onlyZeros.test(span)) return null
  // Only later versions may have more members.
  if (version === '00' && rest !== undefined) return null
  return { id, traceparent: `00-${id}-${span}-${flags}` }
}

const storage = new AsyncLocalStorage<Trace>()

/** Runs `work`, and everything it starts, as a part of the trace. */
export const inTrace = <T>(trace: Trace, work: () => T): T => storage.run(trace, work)

/**
 * What a request started may outlive it, such as a connection of a pool, and would report later events under
 * its trace.
 */
const ended = new WeakSet<Trace>()

/** After the response, the trace is in no log line or header any longer. */
export const endTrace = (trace: Trace): void => void ended.add(trace)

export function currentTrace(): Trace | null {
  const trace = storage.getStore()
  return trace && !ended.has(trace) ? trace : null
}

/** The field of a log line, as log collectors name it; none without a trace. */
export function traceFields(trace: Trace | null = currentTrace()): { trace_id?: string } {
  return trace ? { trace_id: trace.id } : {}
}

/**
 * The header of a request to another service, or none. With OpenTelemetry in this process (`--import`), its
 * instrumentation adds the header itself, with a span of ours.
 */
export function traceHeaders(): { traceparent?: string } {
  const trace = currentTrace()
  return trace && !hasOpenTelemetry() ? { traceparent: trace.traceparent } : {}
}

/** The name under which the package `@opentelemetry/api` registers itself. */
const hasOpenTelemetry = (): boolean => Symbol.for('opentelemetry.js.api.1') in globalThis
