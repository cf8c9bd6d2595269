import { type Command, InvalidArgumentError } from 'commander'
import { listJobs, showJob } from '../jobs/queries/for-operator.ts'
import { phoneIn, recordPhoneSearch } from '../jobs/queries/staff/phone-search.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { addCancelJobCommand } from './cancel-job.ts'
import { addJobMoneyCommands } from './job-money-commands.ts'
import { addJobProblemCommands } from './job-problem-commands.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'
import { withJob } from './with-job.ts'
import { addWithdrawJobCommand } from './withdraw-job.ts'

const maxJobs = 1_000

export function addJobCommands(dray: Command): void {
  const job = dray.command('job').description('jobs and what happened to them')
  job
    .command('list')
    .description(`list the newest ${maxJobs} jobs, newest first`)
    .option(
      '--search <text>',
      'only what has this phone (with country code, recorded by its last two digits), reference, id or town',
      searched,
    )
    .option(...jsonOption)
    .action(list)
  job
    .command('show <job-id>')
    .description('show one job in full, with its event log and all that happened to it')
    .option(...jsonOption)
    .action(async (id: string, { json }: { json: boolean }) => {
      const { result: found } = await withJob(id, ({ kysely }, jobId) => showJob(kysely, jobId))
      if (!found) throw new OperatorError(`There is no job ${id}`)
      show(found, json)
    })
  addCancelJobCommand(job)
  addJobMoneyCommands(job)
  addJobProblemCommands(job)
  addWithdrawJobCommand(job)
}

async function list({ search, json }: { search?: string; json: boolean }): Promise<void> {
  const found = await withDatabase(async ({ kysely, actor }) => {
    const phone = phoneIn(search ?? '')
    if (phone) await recordPhoneSearch(kysely, { phone, by: { actor } })
    return listJobs(kysely, { most: maxJobs, search })
  })
  show(found, json)
}

/** @throws InvalidArgumentError for an empty text. */
function searched(text: string): string {
  if (text.trim()) return text.trim()
  throw new InvalidArgumentError('must be a text, or a phone such as +34600111222')
}
