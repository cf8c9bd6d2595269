import type { FastifyInstance } from 'fastify'
import { readMonth as operation } from '#contract/admin/months.ts'
import { readMonth } from '../../../closing/months.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { rateLimited } from '../../rate-headers.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { shownWords } from '../sees-phones.ts'
import { presentReport } from './present-month.ts'

/** Limit per member: the figures of a month that is not closed are added up for each request. */
const mostPerMinute = 30

/** Shows the figures of a month. */
export function mountReadMonth(scope: FastifyInstance, { kysely, limiter }: RecordExportNeeds): void {
  mount(scope, operation, async ({ caller, params: { month } }) => {
    const decision = await limiter.take(`member:${caller.memberId}:months`, mostPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const report = await readMonth(kysely, month)
    if (!report) throw notFound
    return presentReport(report, shownWords(caller))
  })
}
