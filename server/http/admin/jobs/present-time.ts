import type { JobForStaff } from '#contract/admin/job-detail.ts'
import type { Answered } from '#contract/app/common.ts'
import { deadlineOf } from '../../../jobs/collection.ts'
import type { StaffJob } from '../../../jobs/queries/staff/read-job.ts'
import { zoneOf } from '../../../lib/place-zone.ts'

/** The wishes, the proposed windows and the deadline of a job, for staff. */
export const presentTime = ({ job, wishes, windows }: StaffJob): Answered<JobForStaff['time']> => ({
  time_zone: zoneOf(job.pickup),
  collect_by: deadlineOf(job),
  wishes: wishes.map(({ day, part, starts_at, ends_at }) => ({ day, part, starts_at, ends_at })),
  windows: windows.map((row) => ({
    window_id: row.id,
    carrier_id: row.carrier_id,
    by: row.proposed_by,
    status: row.status,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    proposed_at: row.created_at,
    agreed_at: row.agreed_at,
  })),
})
