import type { Command } from 'commander'
import { listJobs, showJob } from '../jobs/queries/for-operator.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { addCancelJobCommand } from './cancel-job.ts'
import { addJobMoneyCommands } from './job-money-commands.ts'
import { addJobProblemCommands } from './job-problem-commands.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { requireUuid } from './require-uuid.ts'
import { withDatabase } from './with-database.ts'
import { addWithdrawJobCommand } from './withdraw-job.ts'

const mostJobs = 1_000

export function addJobCommands(dray: Command): void {
  const job = dray.command('job').description('jobs and what happened to them')
  job
    .command('list')
    .description(`list the newest ${mostJobs} jobs, newest first`)
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      show(await withDatabase(({ kysely }) => listJobs(kysely, mostJobs)), json)
    })
  job
    .command('show <job-id>')
    .description('show one job in full, with its event log')
    .option(...jsonOption)
    .action(async (id: string, { json }: { json: boolean }) => {
      const found = await withDatabase(({ kysely }) => showJob(kysely, requireUuid(id)))
      if (!found) throw new OperatorError(`There is no job ${id}`)
      show(found, json)
    })
  addCancelJobCommand(job)
  addJobMoneyCommands(job)
  addJobProblemCommands(job)
  addWithdrawJobCommand(job)
}
