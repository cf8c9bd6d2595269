import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { sizesThatFit } from '../eligibility.ts'
import type { JobChange } from './job-changes.ts'
import type { SubscribedCarrier, Subscriber } from './subscribers.ts'

/** The output of a stream; closes itself when its client reads too slowly. */
export type Sink = { write: (text: string) => void; end: () => void }

/** One open stream of an account. */
export type Stream = { sessionId: string; sink: Sink; subscriber: Subscriber }

type EventName = 'job' | 'position' | 'feed' | 'carrier' | 'reset'

/** `id: null`: the event has no number, so a client does not resume from it. */
export function send(
  { sink }: Stream,
  event: EventName,
  about: { id?: number | null; jobId?: string } = {},
): void {
  const { id, jobId = null } = about
  const numbered = id === undefined || id === null ? '' : `id: ${id}\n`
  sink.write(`event: ${event}\n${numbered}data: ${JSON.stringify({ job_id: jobId })}\n\n`)
}

export function sendIfConcerned(stream: Stream, change: JobChange): void {
  const event = eventFor(stream.subscriber, change)
  if (event) send(stream, event, change)
}

/** Sends one event per job, because the client reloads the job: the last change that concerns the subscriber. */
export function sendLastOfEach(stream: Stream, changes: JobChange[]): void {
  const concerning = changes.filter((change) => eventFor(stream.subscriber, change))
  for (const change of new Map(concerning.map((each) => [each.jobId, each])).values())
    sendIfConcerned(stream, change)
}

/**
 * Replaces the subscriber by its present state: ends the stream of an unknown subscriber, sends `carrier` when the
 * profile has changed, and `feed` when another feed follows from that.
 */
export function refresh(stream: Stream, subscriber: Subscriber | undefined): void {
  if (!subscriber) return stream.sink.end()
  const [before, now] = [stream.subscriber.carrier, subscriber.carrier]
  stream.subscriber = subscriber
  if (before?.changedAt === now?.changedAt && before?.status === now?.status) return
  send(stream, 'carrier')
  if (now && (!before || hasOtherFeed(before, now))) send(stream, 'feed')
}

/** Whether the change of the profile changes which jobs are in the carrier's feed. */
const hasOtherFeed = (before: SubscribedCarrier, now: SubscribedCarrier): boolean =>
  (['status', 'lat', 'lon', 'radiusKm', 'size'] as const).some((part) => before[part] !== now[part])

/** The stream event for this subscriber about a job change; null when it does not concern them. */
function eventFor({ accountId, carrier }: Subscriber, change: JobChange): 'job' | 'feed' | null {
  const { customerId, carrierId, formerCarrierId, inFeed, size, lat, lon } = change
  if ([customerId, carrierId, formerCarrierId].includes(accountId)) return 'job'
  if (!inFeed || carrier?.status !== 'approved' || lat === null || lon === null) return null
  if (!sizesThatFit(carrier.size).includes(size)) return null
  return kilometresBetween(carrier, { lat, lon }) <= carrier.radiusKm ? 'feed' : null
}
