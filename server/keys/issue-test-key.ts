import { sql } from 'kysely'
import type { By } from '../db/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { Problem } from '../lib/problem.ts'
import { createKey } from './administer.ts'
import type { IssuedKey, KeyNeeds } from './issue.ts'

/** Test keys of a partner that are neither revoked nor expired. */
const maxTestKeys = 20

/** Also those revoked since, because each new key has a fresh rate limit. */
const maxNewTestKeysOfDay = 50

type Order = { partnerId: string; label: string | null; rateLimitPerMinute: number; by: By }

/** A test key that a partner makes by itself. @throws Problem `wrong_state` when it has too many. */
export function issueTestKey({ kysely, service }: KeyNeeds, order: Order): Promise<IssuedKey> {
  const { partnerId } = order
  return inTransaction(kysely, async (trx) => {
    // Serializes the requests of a partner, so that concurrent ones do not exceed the limit together.
    await trx.selectFrom('partner').select('id').where('id', '=', partnerId).forUpdate().execute()
    const { usable, ofDay } = await trx
      .selectFrom('api_key')
      .select([
        sql<number>`count(*) filter (where revoked_at is null and coalesce(expires_at > now(), true))`.as(
          'usable',
        ),
        sql<number>`count(*) filter (where created_at > now() - interval '24 hours')`.as('ofDay'),
      ])
      .where('partner_id', '=', partnerId)
      .where('mode', '=', 'test')
      .executeTakeFirstOrThrow()
    if (usable >= maxTestKeys) throw tooManyTestKeys
    if (ofDay >= maxNewTestKeysOfDay) throw tooManyNewTestKeys
    return createKey({ kysely: trx, service }, { ...order, mode: 'test', expiresAt: null })
  })
}

const tooManyTestKeys = new Problem('wrong_state', (t) => t.members.tooManyTestKeys)
const tooManyNewTestKeys = new Problem('wrong_state', (t) => t.members.tooManyNewTestKeys)
