import { CompiledQuery, type Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import type { AuditAct } from '#contract/audit-acts.ts'
import type { ActorType, MemberRole } from '#contract/vocabulary.ts'
import type { AuditChanges, AuditTarget } from './json-columns.ts'
import type { Tables } from './tables.ts'

/** Who acts. `id` and `role` are the member's; a command has only a name. */
export type Actor = { type: ActorType; id?: string; name: string; role?: MemberRole }

export type { AuditChanges, AuditTarget } from './json-columns.ts'

/**
 * The actor and the reason, which every administrative act requires. The audit log outlives the erasure of a person: an
 * act records no reason here if another column stores it, which the erasure empties.
 */
export type By = {
  actor: Actor
  reason?: string | null | undefined
  /** The request of the act: one id for all its events. */
  correlationId?: string
  /** The session of a member who acts. Not recorded. */
  sessionId?: string
  /** Called in the transaction of the act; throws if the actor has lost the right since the request arrived. */
  confirm?: ((trx: Transaction<Tables>) => Promise<void>) | undefined
}

export type AuditEvent = By & {
  act: AuditAct
  targets: AuditTarget[]
  changes?: AuditChanges
}

/**
 * Records the event in the transaction of the change, so both are committed or neither is.
 *
 * @throws Problem of `confirm`.
 */
export async function recordAudit(trx: Transaction<Tables>, event: AuditEvent): Promise<void> {
  await event.confirm?.(trx)
  await trx.executeQuery(CompiledQuery.raw(insertion, valuesOf(event)))
}

/** `recordAudit` for a transaction that runs on a connection of `pg`. */
export async function recordAuditOn(connection: ClientBase, event: AuditEvent): Promise<void> {
  await connection.query(insertion, valuesOf(event))
}

const insertion = `insert into audit_event (actor_type, actor_id, actor_name, actor_role, act, targets, reason,
    changes, correlation_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const valuesOf = ({ actor, act, targets, reason, changes, correlationId }: AuditEvent): unknown[] => [
  actor.type,
  actor.id ?? null,
  actor.name,
  actor.role ?? null,
  act,
  JSON.stringify(targets),
  reason ?? null,
  changes ? JSON.stringify(changes) : null,
  correlationId ?? null,
]

/** Returns the fields whose values differ, as `AuditChanges`. */
export function changesBetween<T extends Record<string, unknown>>(from: T, to: Partial<T>): AuditChanges {
  const changed = Object.entries(to).filter(([name, value]) => !isSame(from[name], value))
  return Object.fromEntries(changed.map(([name, value]) => [name, { from: from[name], to: value }]))
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
