import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { JobView, jobViewOperations } from '#contract/admin/job-views.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Tables } from '../../../db/tables.ts'
import {
  changeView,
  createView,
  deleteView,
  listViews,
  orderViews,
  type ViewRow,
} from '../../../jobs/queries/staff/views.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers, MemberCaller } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

type JobViewsNeeds = { kysely: Kysely<Tables> }

/** Saved views of the list of jobs. */
export const jobViewHandlers: Handlers<typeof jobViewOperations, JobViewsNeeds> = {
  listJobViews: (needs) => async (call) => {
    const views = await listViews(needs, call.caller.memberId)
    return { views: views.map((row) => presentView(row, call.caller)) }
  },
  createJobView: (needs) => async (call) => {
    const { shared = false, ...view } = call.body
    return presentView(await createView(needs, whoOf(call), { ...view, shared }), call.caller)
  },
  changeJobView: (needs) => async (call) => {
    const view = await changeView(needs, whoOf(call), { viewId: call.params.view_id, ...call.body })
    if (!view) throw notFound
    return presentView(view, call.caller)
  },
  deleteJobView: (needs) => async (call) => {
    if (!(await deleteView(needs, whoOf(call), call.params.view_id))) throw notFound
  },
  orderJobViews: (needs) => async (call) => {
    await orderViews(needs, whoOf(call), call.body.view_ids)
  },
}

/** The member who changes a view. */
const whoOf = ({ caller, request }: { caller: MemberCaller; request: FastifyRequest }) => ({
  memberId: caller.memberId,
  mayShare: caller.role === 'owner',
  by: byCaller(caller, request),
})

const presentView = (row: ViewRow, { memberId }: Pick<MemberCaller, 'memberId'>): Answered<JobView> => ({
  view_id: row.id,
  name: row.name,
  filters: row.filters,
  shared: row.shared,
  mine: row.member_id === memberId,
  created_at: row.created_at,
})
