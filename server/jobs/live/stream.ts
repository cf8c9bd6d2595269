import { concerns } from './concerns.ts'
import type { Happening } from './happenings.ts'
import type { ListeningCarrier, Standing } from './standing.ts'

/** Where the text of a stream goes; it ends itself when its reader is too slow. */
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

/** Takes over how the account stands now: none is the end of the stream, another profile is an event. */
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
