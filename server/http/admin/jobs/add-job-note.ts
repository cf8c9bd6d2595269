import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { addJobNote as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { addNote } from '../../../jobs/actions/add-note.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Writes an internal note. */
export function mountAddJobNote(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body: { text }, request }) => {
    const by = byCaller(caller, request)
    return { note_id: await addNote({ kysely }, { jobId: params.job_id, text, by }) }
  })
}
