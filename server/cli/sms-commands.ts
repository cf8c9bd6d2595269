import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Kysely } from 'kysely'
import { maxResends } from '#contract/admin/job-acts.ts'
import type { Tables } from '../db/tables.ts'
import { type Resent, resendDraftSms } from '../jobs/drafts/resend-draft-sms.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { findSms, type ListedSms, list } from '../sms/store.ts'
import { bodySealer } from '../start/secret-key.ts'
import { jsonOption, reasonOption } from './options.ts'
import { show } from './output.ts'
import { type CommandContext, withDatabase, withJob } from './with-database.ts'

const most = 1_000

export function addSmsCommands(dray: Command): void {
  const sms = dray.command('sms').description('texts to customers')
  sms
    .command('list')
    .description(`list the newest ${most} texts, newest last; texts of the outbox arrive only here`)
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      const texts = await withDatabase(listTexts)
      if (json) show(texts, json)
      else console.log(textLines(texts))
    })
  sms
    .command('resend <job-id>')
    .description(`text the link of a draft again, at most ${maxResends} times; the running server sends it`)
    .option(...reasonOption)
    .option(...jsonOption)
    .action(resend)
}

/** Before the first start there is no secret key, and no sealed text to open. */
const listTexts = ({ kysely, keyMatch: { found } }: CommandContext) =>
  list(kysely, { sealer: found ? bodySealer(found.key) : { open: () => null }, most })

async function resend(id: string, { reason, json }: { reason?: string; json: boolean }): Promise<void> {
  const { result: shown } = await withJob(id, async ({ kysely, actor }, jobId) => {
    const result = await resendDraftSms({ kysely }, { jobId, by: { actor, reason } })
    if (result.outcome !== 'queued') throw new OperatorError(refusal(id, result))
    return { job_id: jobId, is_new: result.isNew, ...(await waitForSending(kysely, result.smsId)) }
  })
  show(shown, json)
}

/** Waits for the background task, which runs every five seconds. Without a running server the text stays `pending`. */
async function waitForSending(kysely: Kysely<Tables>, smsId: string) {
  for (const givingUpAt = Date.now() + 12_000; ; await sleep(250)) {
    const sms = await findSms(kysely, smsId)
    const isWaiting = sms?.status === 'pending' || sms?.status === 'sending'
    if (sms && (!isWaiting || Date.now() > givingUpAt)) return sms
    if (!sms) throw new OperatorError('The draft was withdrawn or has expired meanwhile')
  }
}

function refusal(id: string, result: Exclude<Resent, { outcome: 'queued' }>): string {
  if (result.outcome === 'unknown') return `There is no draft ${id}; it may have expired`
  if (result.why === 'state')
    return `Job ${id} is ${result.status}, not a draft: its customer has the link in the app`
  if (result.why === 'too_soon')
    return `The last text of job ${id} is too recent: try again in ${result.waitSeconds} seconds`
  return {
    no_text: `Job ${id} was started in the app and has no text`,
    landline: `The number of job ${id} is a landline, which receives no texts`,
    too_many: `The text of job ${id} was sent again ${maxResends} times, which is the most`,
  }[result.why]
}

/** Readable list of texts: one line of facts, the body below it (if it is kept), an empty line between two texts. */
const textLines = (texts: ListedSms[]): string => (texts.length ? texts.map(lines).join('\n\n') : 'None.')

function lines({
  to,
  kind,
  body,
  status,
  reason,
  provider,
  job_id,
  created_at,
  delivery,
}: ListedSms): string {
  const about = job_id ? `${kind} of job ${job_id}` : kind
  const result = [status, provider && `by ${provider}`, reason && `(${reason})`, delivery && `- ${delivery}`]
  const facts = [secondOf(created_at), to, about, result.filter(Boolean).join(' ')]
  const words = body || kind !== 'code' ? body.replaceAll(/\s*\n\s*/g, ' ') : usedCode
  return facts.join('  ') + (words && `\n  ${words}`)
}

/** The text of a code is deleted once it is used or expired. */
const usedCode = '(the code has been used or is no longer valid)'

const secondOf = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`
