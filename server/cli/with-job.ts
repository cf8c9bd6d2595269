import { findJobId } from '../jobs/queries/for-operator.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

/**
 * Runs a command on one job, named by its id or by the short id in the link of its draft.
 *
 * @throws OperatorError for a text that is neither, or a short id that no job has.
 */
export const withJob = <T>(
  named: string,
  work: (context: CommandContext, jobId: string) => Promise<T>,
): Promise<{ jobId: string; result: T }> =>
  withDatabase(async (context) => {
    const jobId = await jobIdOf(context, named)
    return { jobId, result: await work(context, jobId) }
  })

async function jobIdOf({ kysely }: CommandContext, named: string): Promise<string> {
  const id = named.toLowerCase()
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id
  const found = await findJobId(kysely, named)
  if (found) return found
  throw new OperatorError(`There is no job ${named}; name it by its id or the short id of its link`)
}
