import type { Kysely } from 'kysely'
import type { todayOperations } from '#contract/admin/today.ts'
import type { Tables } from '../../../db/tables.ts'
import { snoozeEntry, wakeEntry } from '../../../today/snooze.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { readToday } from './read-today.ts'

export type TodayNeeds = { kysely: Kysely<Tables> }

/** The queue of what needs a person. */
export const todayHandlers: Handlers<typeof todayOperations, TodayNeeds> = {
  readToday,
  snoozeEntry:
    ({ kysely }) =>
    async ({ caller, body, request }) => {
      const { kind, subject_id: subjectId, hours, reason } = body
      const by = byCaller(caller, request, reason)
      const until = await snoozeEntry({ kysely }, { kind, subjectId, hours, by })
      if (!until) throw notFound
      return { until: until.toISOString() }
    },
  wakeEntry:
    ({ kysely }) =>
    async ({ caller, body, request }) => {
      const { kind, subject_id: subjectId } = body
      const by = byCaller(caller, request)
      if (!(await wakeEntry({ kysely }, { kind, subjectId, by }))) throw notFound
    },
}
