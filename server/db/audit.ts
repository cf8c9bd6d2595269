import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Who acts. `id` is the actor's row, where it has one (a member of the staff, a partner); a command has a name only. */
export type Actor = { type: 'cli' | 'staff' | 'partner' | 'system'; id?: string; name: string }

export type AuditTarget = { type: 'partner' | 'key' | 'job' | 'payment' | 'account' | 'setting'; id: string }

/** Before and after of each column that changed. Never a phone, a customer's name or a key. */
export type AuditChanges = Record<string, { from: unknown; to: unknown }>

/** What every administrative act is told besides its order. */
export type By = { actor: Actor; reason?: string | null | undefined }

export type AuditEvent = By & {
  /** `<thing>.<verb>`, such as `key.revoke`. */
  act: string
  targets: AuditTarget[]
  changes?: AuditChanges
}

/** Writes who did what into the transaction that does it, so that neither is there without the other. */
export async function recordAudit(trx: Transaction<Tables>, event: AuditEvent): Promise<void> {
  const { actor, act, targets, reason, changes } = event
  await trx
    .insertInto('audit_event')
    .values({
      actor_type: actor.type,
      actor_id: actor.id ?? null,
      actor_name: actor.name,
      act,
      targets: JSON.stringify(targets),
      reason: reason ?? null,
      changes: changes ? JSON.stringify(changes) : null,
    })
    .execute()
}

/** The newest `limit` events, newest last. */
export async function listAudit(kysely: Kysely<Tables>, { limit }: { limit: number }) {
  const rows = await kysely
    .selectFrom('audit_event')
    .select(['at', 'actor_type', 'actor_name', 'act', 'targets', 'reason', 'changes'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

/** The fields whose value differs, in the form of `AuditChanges`. */
export function changesBetween<T extends Record<string, unknown>>(from: T, to: Partial<T>): AuditChanges {
  const changed = Object.entries(to).filter(([name, value]) => !isSame(from[name], value))
  return Object.fromEntries(changed.map(([name, value]) => [name, { from: from[name], to: value }]))
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
