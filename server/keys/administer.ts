import { type Kysely, sql, type Transaction } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import { type AuditChanges, type AuditTarget, type By, changesBetween, recordAudit } from '../db/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import {
  type IssuedKey,
  issueKey,
  type KeyNeeds,
  type RotatedKey,
  type Rotation,
  revokeKey,
  rotateKey,
} from './issue.ts'
import {
  endReplacedSecrets,
  type KeySettings,
  keyExists,
  lockKeySettings,
  type NewKey,
  setKeySettings,
} from './store.ts'

/** An operator's changes to keys, each in one transaction with its audit event. */

const target = (id: string): AuditTarget => ({ type: 'key', id })

export function createKey(
  { kysely, service }: KeyNeeds,
  { by, ...order }: Omit<NewKey, 'id'> & { by: By },
): Promise<IssuedKey> {
  return inTransaction(kysely, async (trx) => {
    const issued = await issueKey({ kysely: trx, service }, order)
    const { partnerId, mode, rateLimitPerMinute } = order
    await recordAudit(trx, {
      ...by,
      act: 'key.create',
      targets: [target(issued.keyId), { type: 'partner', id: partnerId }],
      changes: set({ mode, rate_limit_per_minute: rateLimitPerMinute }),
    })
    return issued
  })
}

const set = (values: Record<string, unknown>): AuditChanges =>
  Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { from: null, to }]))

/** Returns null if the key does not exist or is revoked. @throws Problem `wrong_state` as `rotateKey`. */
export function rotateKeyBy(
  { kysely, service }: KeyNeeds,
  { by, ...order }: Rotation & { by: By },
): Promise<RotatedKey | null> {
  return inTransaction(kysely, async (trx) => {
    const issued = await rotateKey({ kysely: trx, service }, order)
    if (issued) {
      const values = issued.ended.map(({ last_four }) => `…${last_four}`)
      const changes = {
        ...set({ overlap: order.overlap }),
        ...(values.length > 0 && { working_values: { from: values, to: [] } }),
      }
      await recordAudit(trx, { ...by, act: 'key.regenerate', targets: [target(order.keyId)], changes })
    }
    return issued
  })
}

/** Takes effect on every node within 2 s. Idempotent. Returns false if the key does not exist. */
export function revokeKeyBy(
  { kysely }: Pick<KeyNeeds, 'kysely'>,
  { keyId, by }: { keyId: string; by: By },
): Promise<boolean> {
  return inTransaction(kysely, async (trx) => {
    if (!(await revokeKey({ kysely: trx }, keyId))) return keyExists(trx, keyId)
    await recordAudit(trx, { ...by, act: 'key.revoke', targets: [target(keyId)] })
    return true
  })
}

/**
 * Ends the replaced values of a key, on every node within 2 s; the newest value stays valid. Idempotent. Returns false
 * if the key does not exist.
 */
export function endOverlap(
  { kysely }: Pick<KeyNeeds, 'kysely'>,
  { keyId, by }: { keyId: string; by: By },
): Promise<boolean> {
  return inTransaction(kysely, async (trx) => {
    if ((await endReplacedSecrets(trx, keyId)) === 0) return keyExists(trx, keyId)
    await recordAudit(trx, { ...by, act: 'key.end_overlap', targets: [target(keyId)] })
    return true
  })
}

/** Takes effect on every node within 2 s; the rate counter continues. Returns null if the key is unknown or revoked. */
export function updateKey(
  { kysely }: Pick<KeyNeeds, 'kysely'>,
  { keyId, settings, by }: { keyId: string; settings: Partial<KeySettings>; by: By },
): Promise<KeySettings | null> {
  return inTransaction(kysely, async (trx) => {
    const before = await lockKeySettings(trx, keyId)
    if (!before) return null
    const changes = changesBetween(before, settings)
    if (Object.keys(changes).length === 0) return before
    await setKeySettings(trx, keyId, settings)
    await recordAudit(trx, { ...by, act: 'key.update', targets: [target(keyId)], changes })
    return { ...before, ...settings }
  })
}

/** Locks a key of this partner and changes it. Returns null if the partner has no such key. */
export function changeKeyOf<T>(
  kysely: Kysely<Tables>,
  { keyId, partnerId }: { keyId: string; partnerId: string },
  change: (trx: Transaction<Tables>, mode: KeyMode) => Promise<T>,
): Promise<{ outcome: T } | null> {
  return inTransaction(kysely, async (trx) => {
    const key = await trx
      .selectFrom('api_key')
      .select('mode')
      .where('id', '=', keyId)
      .where('partner_id', '=', partnerId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return key ? { outcome: await change(trx, key.mode) } : null
  })
}

/** Test keys of a partner that are neither revoked nor expired. */
const maxTestKeys = 20

/** Also keys revoked since, because each new key has a fresh rate limit. */
const maxNewTestKeysOfDay = 50

type Order = { partnerId: string; label: string | null; rateLimitPerMinute: number; by: By }

/** A test key that a partner makes by itself. @throws Problem `wrong_state` when it has too many. */
export function issueTestKey({ kysely, service }: KeyNeeds, order: Order): Promise<IssuedKey> {
  const { partnerId } = order
  return inTransaction(kysely, async (trx) => {
    // Serializes the requests of a partner, so concurrent requests do not exceed the limit together.
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
