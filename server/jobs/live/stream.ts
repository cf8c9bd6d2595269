import { concerns } from './concerns.ts'
import type { Happening } from './happenings.ts'
import type { ListeningCarrier, Standing } from './standing.ts'

/** The output of a stream; closes itself when its client reads too slowly. */
export type Sink = { write: (text: string) => void; end: () => void }

/** One open stream of an account. */
export type Stream = { sessionId: string; sink: Sink; standing: Standing }

type EventName = 'job' | 'feed' | 'carrier' | 'reset'

export function tell(
  { sink }: Stream,
  event: EventName,
  about: { id?: number | null; jobId?: string } = {},
): void {
  const { id, jobId = null } = about
  const numbered = id === undefined || id === null ? '' : `id: ${id}\n`
  sink.write(`event: ${event}\n${numbered}data: ${JSON.stringify({ job_id: jobId })}\n\n`)
}

export function tellIfConcerned(stream: Stream, happening: Happening): void {
  const event = concerns(stream.standing, happening)
  if (event) tell(stream, event, happening)
}

/**
 * Applies the subscriber's present state: ends the stream when there is none, and sends an event when the carrier's
 * profile changed.
 */
export function follow(stream: Stream, standing: Standing | undefined): void {
  if (!standing) return stream.sink.end()
  const [before, now] = [stream.standing.carrier, standing.carrier]
  stream.standing = standing
  if (before?.changedAt === now?.changedAt && before?.status === now?.status) return
  tell(stream, 'carrier')
  if (now && (!before || looksElsewhere(before, now))) tell(stream, 'feed')
}

const looksElsewhere = (before: ListeningCarrier, now: ListeningCarrier): boolean =>
  (['status', 'lat', 'lon', 'radiusKm', 'size'] as const).some((part) => before[part] !== now[part])
