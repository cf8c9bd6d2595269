import { startSignIn } from '#contract/app/account.ts'
import { decryptedBody } from './decrypted-body.ts'
import type { TestDray } from './dray.ts'
import { stranger } from './person.ts'

/** Moves the codes of a number back in time, so they are older or a new one may be requested. */
export async function ageCodes({ db }: Pick<TestDray, 'db'>, phone: string, seconds: number): Promise<void> {
  await db.pool.query(
    `update phone_challenge set created_at = created_at - make_interval(secs => $1),
       expires_at = expires_at - make_interval(secs => $1) where phone = $2`,
    [seconds, phone],
  )
}

/** Returns a function that requests a code from an IP address. */
export const codeRequester =
  (app: TestDray) =>
  (phone: string, address = '203.0.113.200') =>
    stranger(app).ok(startSignIn, { body: { phone }, headers: { 'x-forwarded-for': address } })

export const challengeOf = ({ db }: Pick<TestDray, 'db'>, id: string) =>
  db.kysely.selectFrom('phone_challenge').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** All SMS to a number, oldest first, with the codes decrypted. */
export async function smsTo({ db, dataDir }: Pick<TestDray, 'db' | 'dataDir'>, phone: string) {
  const rows = await db.kysely
    .selectFrom('sms')
    .selectAll()
    .where('to_phone', '=', phone)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    body: decryptedBody({ dataDir }, { ...row, sealedBody: row.sealed_body }),
  }))
}

export const onlyCodes = <Sms extends { challenge_id: string | null }>(sms: Sms[]): Sms[] =>
  sms.filter(({ challenge_id }) => challenge_id !== null)

/** Another code of six digits. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
