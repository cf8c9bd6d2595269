import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { snoozeEntry as operation } from '#contract/admin/today.ts'
import type { Tables } from '../../../db/tables.ts'
import { snoozeEntry } from '../../../today/snooze.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Leaves an entry out of the queue for some hours. */
export function mountSnoozeEntry(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, body, request }) => {
    const { kind, subject_id: subjectId, hours, reason } = body
    const by = byCaller(caller, request, reason)
    const until = await snoozeEntry({ kysely }, { kind, subjectId, hours, by })
    if (!until) throw notFound
    return { until: until.toISOString() }
  })
}
