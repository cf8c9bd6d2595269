import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { wakeEntry as operation } from '#contract/admin/today.ts'
import type { Tables } from '../../../db/tables.ts'
import { wakeEntry } from '../../../today/snooze.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Shows an entry again that was put off. */
export function mountWakeEntry(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, body, request }) => {
    const { kind, subject_id: subjectId } = body
    const by = byCaller(caller, request)
    if (!(await wakeEntry({ kysely }, { kind, subjectId, by }))) throw notFound
  })
}
