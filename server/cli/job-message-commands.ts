import { type Command, InvalidArgumentError, Option } from 'commander'
import { maxMessage } from '#contract/app/conversation.ts'
import { answerPerson } from '../jobs/conversation/answer.ts'
import { readThreadsForStaff, readTogetherForStaff } from '../jobs/conversation/read-for-staff.ts'
import type { SeenMessage } from '../jobs/conversation/read-messages.ts'
import type { Side } from '../jobs/conversation/threads.ts'
import { newId } from '../lib/ids.ts'
import { jsonOption } from './options.ts'
import { problemAsOperatorError, show } from './output.ts'
import { withJob } from './with-database.ts'

/** Commands for the messages of a job (decision 71). */
export function addJobMessageCommands(job: Command): void {
  job
    .command('messages <job-id>')
    .description('list what the customer and the carrier of a job wrote to you, and your answers')
    .option(
      '--together',
      'what they wrote to each other: only while a report waits for a decision, and recorded in the audit log',
      false,
    )
    .option(...jsonOption)
    .action(list)
  job
    .command('answer <job-id>')
    .description('answer the customer or the carrier while a report waits for a decision')
    .addOption(
      new Option('--to <side>', 'who reads it').choices(['customer', 'carrier']).makeOptionMandatory(true),
    )
    .requiredOption('--text <text>', 'what the person reads, as from the company', parseText)
    .option(...jsonOption)
    .action(answer)
}

async function list(id: string, { together, json }: { together: boolean; json: boolean }): Promise<void> {
  const { result } = await withJob(id, ({ kysely, actor }, jobId) =>
    together
      ? problemAsOperatorError(readTogetherForStaff({ kysely }, { jobId, by: { actor } }))
      : readThreadsForStaff(kysely, jobId).then(({ messages }) => messages),
  )
  show(result.map(shown), json)
}

const shown = ({ id, thread, sender, author_name, text, photo, waits, created_at, ...row }: SeenMessage) => ({
  message_id: id,
  thread,
  by: sender,
  author: author_name,
  text,
  photo: photo?.name ?? null,
  report: row.report_kind ?? row.reportedAs,
  waits,
  sent_at: created_at,
})

async function answer(id: string, { to, text, json }: { to: Side; text: string; json: boolean }) {
  const messageId = newId()
  const { jobId } = await withJob(id, ({ kysely, actor }, jobId) =>
    problemAsOperatorError(answerPerson({ kysely }, { jobId, messageId, to, text, by: { actor } })),
  )
  show({ job_id: jobId, message_id: messageId, to, sent: true }, json)
}

/** As the panel checks it. @throws InvalidArgumentError. */
function parseText(given: string): string {
  const text = given.trim()
  const isPlain = !/[^\P{C}\n]/u.test(text)
  if (text && isPlain && [...text].length <= maxMessage) return text
  throw new InvalidArgumentError(`must have 1 to ${maxMessage} characters, without control characters`)
}
