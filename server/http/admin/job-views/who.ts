import type { FastifyRequest } from 'fastify'
import type { JobView } from '#contract/admin/job-views.ts'
import type { ViewRow } from '../../../jobs/queries/staff/views.ts'
import type { MemberCaller } from '../../callers.ts'
import { byCaller } from '../by-caller.ts'

/** The member who changes a view. */
export const whoOf = ({ caller, request }: { caller: MemberCaller; request: FastifyRequest }) => ({
  memberId: caller.memberId,
  mayShare: caller.role === 'owner',
  by: byCaller(caller, request),
})

export const presentView = (row: ViewRow, { memberId }: Pick<MemberCaller, 'memberId'>): JobView => ({
  view_id: row.id,
  name: row.name,
  filters: row.filters,
  shared: row.shared,
  mine: row.member_id === memberId,
  created_at: row.created_at.toISOString(),
})
