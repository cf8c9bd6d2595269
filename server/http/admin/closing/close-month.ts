import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { closeMonth as operation } from '#contract/admin/months.ts'
import { closeMonth } from '../../../closing/close-month.ts'
import { readMonth } from '../../../closing/months.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { shownWords } from '../sees-phones.ts'
import { presentReport } from './present-month.ts'

/** Stores the figures of a month for good. */
export function mountCloseMonth(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { month }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    const report = (await closeMonth({ kysely }, { month, by })) ? await readMonth(kysely, month) : null
    if (!report) throw notFound
    return presentReport(report, shownWords(caller))
  })
}
