import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { mountReadToday } from './read-today.ts'
import { mountSnoozeEntry } from './snooze-entry.ts'
import { mountWakeEntry } from './wake-entry.ts'

export type TodayNeeds = { kysely: Kysely<Tables> }

/** The queue of what needs a person. */
export function mountToday(scope: FastifyInstance, needs: TodayNeeds): void {
  mountReadToday(scope, needs)
  mountSnoozeEntry(scope, needs)
  mountWakeEntry(scope, needs)
}
