import type { FastifyInstance } from 'fastify'
import { type LiveEventsNeeds, mountLiveEvents } from './live-events.ts'

/** The event stream of changes. */
export function mountLive(scope: FastifyInstance, needs: LiveEventsNeeds): void {
  mountLiveEvents(scope, needs)
}
