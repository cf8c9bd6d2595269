import type { Command } from 'commander'
import { cancelByStaff } from '../jobs/actions/cancel-by-staff.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { Problem } from '../lib/problem.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { reasonOption } from './reason-option.ts'
import { requireUuid } from './require-uuid.ts'
import { withDatabase } from './with-database.ts'

export function addCancelJobCommand(job: Command): void {
  job
    .command('cancel <job-id>')
    .description('end a posted or accepted job, also after collecting; the customer gets everything back')
    .requiredOption('--reason <text>', 'for the log of the job', reasonOption[2])
    .option(...jsonOption)
    .action(cancel)
}

async function cancel(id: string, { reason, json }: { reason: string; json: boolean }): Promise<void> {
  const act = { jobId: requireUuid(id), staffId: null, reason }
  const job = await withDatabase(({ kysely }) =>
    cancelByStaff({ kysely }, act).catch((error: unknown) => {
      throw error instanceof Problem ? new OperatorError(error.text.en) : error
    }),
  )
  if (!job) throw new OperatorError(`There is no posted or accepted job ${id}`)
  show({ job_id: job.id, status: job.status, cancelled_at: job.cancelled_at }, json)
}
