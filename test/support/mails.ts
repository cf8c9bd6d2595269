import assert from 'node:assert/strict'
import { changeMyMail, confirmMyMail } from '#contract/app/mail.ts'
import { findSecretKey } from '../../server/config/secret-key-file.ts'
import { parseMailUrl } from '../../server/mail/mail-url.ts'
import { createMailSender } from '../../server/mail/sender.ts'
import { mailSealer } from '../../server/start/secret-key.ts'
import { type MailNeeds, sendDueMails } from '../../server/tasks/mails/send-due-mails.ts'
import type { TestDray } from './dray.ts'
import { type MailServerStub, partsOf } from './mail-server.ts'
import type { Person } from './person.ts'

/** What a node needs to send mails, without its background tasks. `errors` has the reason of each failure. */
export function mailNode({ db, dataDir }: TestDray, { env }: Pick<MailServerStub, 'env'>) {
  const server = parseMailUrl(env.MAIL_URL ?? '') ?? assert.fail('no mail server')
  const { key } = findSecretKey({ secretKey: null, dataDir }) ?? assert.fail(`no secret key in ${dataDir}`)
  const errors: string[] = []
  const needs: MailNeeds = {
    kysely: db.kysely,
    mailSender: createMailSender({ server, from: env.MAIL_FROM ?? '', serviceName: 'Dray' }),
    mailSealer: mailSealer(key),
    mailTexts: { serviceName: 'Dray', baseUrl: 'http://dray.test' },
    onMailError: ({ message }) => errors.push(message),
  }
  return { needs, errors, send: () => sendDueMails(needs, new AbortController().signal) }
}

/** Makes every mail that waits, and every lease, due now. */
export const makeMailsDue = async ({ db }: TestDray): Promise<void> =>
  void (await db.pool.query(`update mail set due_at = now() where status in ('due', 'running')`))

export type MailRow = {
  id: string
  kind: string
  status: string
  attempts: number
  last_error: string | null
  sealed_code: Buffer | null
}

/** The mails of a person, the oldest first. */
export async function mailRowsOf({ db }: TestDray, { accountId }: Person): Promise<MailRow[]> {
  const { rows } = await db.pool.query<MailRow>(
    `select id, kind, status, attempts, last_error, sealed_code from mail where account_id = $1 order by created_at, id`,
    [accountId],
  )
  return rows
}

/** The code in the newest mail to an address. */
export function codeTo(server: MailServerStub, address: string): string {
  const mail = server.sentTo(address).at(-1) ?? assert.fail(`no mail to ${address}`)
  return /^(\d{6})$/m.exec(textOf(mail.raw))?.[1] ?? assert.fail('no code in the mail')
}

export const textOf = (raw: string): string =>
  partsOf(raw)
    .find(({ type }) => type === 'text/plain')
    ?.body.replaceAll('\r\n', '\n') ?? assert.fail('no plain text')

export const htmlOf = (raw: string): string =>
  partsOf(raw).find(({ type }) => type === 'text/html')?.body ?? assert.fail('no HTML')

let addresses = 0

/** A person confirms a new address with the code in the mail. `send` sends what waits. @returns the address. */
export async function confirmAddress(
  person: Person,
  server: MailServerStub,
  send: () => Promise<void>,
): Promise<string> {
  const address = `person-${addresses++}@mail.example`
  await person.ok(changeMyMail, { body: { address } })
  await send()
  await person.ok(confirmMyMail, { body: { code: codeTo(server, address) } })
  return address
}
