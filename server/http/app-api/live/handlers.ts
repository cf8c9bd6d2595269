import type { liveOperations } from '#contract/app/live.ts'
import type { Handlers } from '../../mount.ts'
import { type LiveEventsNeeds, liveEvents } from './live-events.ts'

export type LiveNeeds = LiveEventsNeeds

/** The event stream of changes. */
export const liveHandlers: Handlers<typeof liveOperations, LiveNeeds> = {
  liveEvents,
}
