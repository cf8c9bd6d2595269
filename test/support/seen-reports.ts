import { readJobForStaff } from '#contract/admin/jobs.ts'
import type { Staff } from './staff.ts'

/** The reports of a job as a member of staff reads them now. */
export async function seenReports(staff: Staff, job_id: string) {
  const { reports, trip_reports } = await staff.ok(readJobForStaff, { params: { job_id } })
  return {
    problems: reports.map(({ problem_id: id, status }) => ({ id, status })),
    trips: trip_reports.map(({ report_id: id, status }) => ({ id, status })),
  }
}
