import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { Database } from '../../server/db/database.ts'
import type { Tables } from '../../server/db/tables.ts'
import { newId } from '../../server/lib/ids.ts'
import { ProviderError } from '../../server/lib/provider-error.ts'
import type { SmsCaps } from '../../server/sms/caps.ts'
import { createHandoverCounter } from '../../server/sms/handover.ts'
import type { OutgoingSms, SmsProvider, SmsProviders } from '../../server/sms/provider.ts'
import { type BodySealer, createBodySealer } from '../../server/sms/sealed-body.ts'
import type { SmsNeeds } from '../../server/sms/send.ts'
import { type NewSms, newSmsRow } from '../../server/sms/store.ts'

type Db = Pick<Database, 'kysely'>

export const phone = '+34600111222'
export const hours = (count: number) => count * 3_600_000

export type Answer = { messageId: string } | Error | Promise<{ messageId: string }>

/** A provider that gives the set answers in order and records the requests. */
export function fakeProvider(answers: Answer[], name = 'fake'): SmsProvider & { asked: OutgoingSms[] } {
  const asked: OutgoingSms[] = []
  return {
    name,
    delivers: true,
    asked,
    async send({ id, to, body }) {
      asked.push({ id, to, body })
      const answer = answers.shift() ?? new Error('the test gave no answer')
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

export const refused = new ProviderError('fake', 'status 400', { retryable: false, outcome: 'refused' })
export const busy = new ProviderError('fake', 'status 503', { retryable: true, outcome: 'refused' })
export const lost = new ProviderError('fake', 'UND_ERR_SOCKET', { retryable: true, outcome: 'unknown' })

export function needsOf(
  db: Db,
  smsProvider: SmsProvider | SmsProviders,
  smsCaps: SmsCaps = { SMS_DAILY_CAP_PER_NUMBER: 100, SMS_DAILY_CAP_PER_KEY: 100 },
  bodySealer: BodySealer = testSealer,
): SmsNeeds & { errors: Error[] } {
  const errors: Error[] = []
  const countHandover = createHandoverCounter({ ...db, smsCaps })
  const onSmsError = (error: Error) => errors.push(error)
  const smsProviders: SmsProviders = 'name' in smsProvider ? [smsProvider] : smsProvider
  return { kysely: db.kysely, smsProviders, countHandover, bodySealer, errors, onSmsError }
}

export const testSealer = createBodySealer(randomBytes(32))

/** Inserts the minimum rows that an SMS refers to. */
export async function insertJob({ kysely }: Db, mode: KeyMode = 'live') {
  const [partnerId, keyId, tariffId, jobId] = [newId(), newId(), newId(), newId()] as const
  await kysely.insertInto('partner').values({ id: partnerId, company_name: 'Loft' }).execute()
  await kysely
    .insertInto('api_key')
    .values({ id: keyId, partner_id: partnerId, mode, rate_limit_per_minute: 100 })
    .execute()
  await kysely
    .insertInto('tariff')
    .values({ id: tariffId, starts_at: new Date(0), terms: '{}' })
    .execute()
  await kysely
    .insertInto('job')
    .values({
      id: jobId,
      short_id: jobId,
      key_id: keyId,
      mode,
      status: 'draft',
      title: 'Mesa',
      size: 'M',
      customer_phone: phone,
      pickup: '{}',
      dropoff: '{}',
      route: '{}',
      duration_minutes: 60,
      tariff_id: tariffId,
      price: '{}',
      expires_at: new Date(Date.now() + hours(48)),
    })
    .execute()
  return { jobId, keyId, mode }
}

/** Inserts the row that creating a job would insert. */
export async function insertSms(
  db: Db,
  job: Awaited<ReturnType<typeof insertJob>>,
  provider: SmsProvider,
  change: Partial<NewSms> & { lifeMs?: number } = {},
): Promise<NewSms> {
  const { lifeMs = hours(48), ...columns } = change
  const createdAt = new Date()
  const row = newSmsRow({
    about: { draft: job.jobId },
    keyId: job.keyId,
    mode: job.mode,
    to: phone,
    body: 'Loft: todo listo',
    provider,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifeMs),
  })
  await db.kysely
    .insertInto('sms')
    .values({ ...row, ...columns })
    .execute()
  return { ...row, ...columns }
}

/** Inserts the row that starting a sign-in would insert. */
export async function insertCode(db: Db, provider: SmsProvider, body: string): Promise<NewSms> {
  const challenge = newId()
  const subject = { neighbourhood: phone.slice(0, -2), country: 'ES', client_address: '192.0.2.1' }
  const expiresAt = new Date(Date.now() + 600_000)
  await db.kysely
    .insertInto('phone_challenge')
    .values({
      id: challenge,
      phone,
      ...subject,
      language: 'es',
      code_hash: randomBytes(32),
      expires_at: expiresAt,
    })
    .execute()
  const row = newSmsRow({
    about: { challenge },
    keyId: null,
    mode: 'live',
    to: phone,
    body,
    seal: testSealer.seal,
    provider,
    createdAt: new Date(),
    expiresAt,
  })
  await db.kysely.insertInto('sms').values(row).execute()
  return row
}

/** Makes the next try due, or expires the lease of the running try. */
export async function makeDue({ kysely }: Db, id: string): Promise<void> {
  const past = new Date(Date.now() - 1_000)
  await kysely.updateTable('sms').set({ due_at: past }).where('id', '=', id).execute()
}

export async function readSms({ kysely }: Db, id: string): Promise<Selectable<Tables['sms']>> {
  return kysely.selectFrom('sms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
