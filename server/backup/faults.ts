import { DatabaseError } from 'pg'
import { DamagedBackup } from './manifest.ts'

/** What a drill finds wrong with a backup. */
export type FaultKind =
  | 'damaged'
  | 'not_restorable'
  | 'rows'
  | 'schema'
  | 'ledger'
  | 'photo_missing'
  | 'photo_damaged'
  | 'audit_chain'
  | 'too_old'

/** `subject`: the table, payment, account, job or event, if the fault is of one. */
export type Fault = { fault: FaultKind; subject: string | null; detail: string }

export type FaultList = {
  add: (fault: FaultKind, detail: string, subject?: string) => void
  named: Fault[]
  counts: Partial<Record<FaultKind, number>>
}

const maxNamed = 100

/** Names the first hundred faults of a kind and counts the others: a lost folder is a fault for each photo. */
export function listFaults(): FaultList {
  const named: Fault[] = []
  const counts: FaultList['counts'] = {}
  return {
    named,
    counts,
    add(fault, detail, subject) {
      const count = (counts[fault] ?? 0) + 1
      counts[fault] = count
      if (count <= maxNamed) named.push({ fault, subject: subject ?? null, detail })
    },
  }
}

/**
 * The fault of the backup behind an error of its restore; null if the error is of something else: the connection, the
 * rights, the disk or PostgreSQL itself.
 */
export function faultBehind(error: unknown): Omit<Fault, 'subject'> | null {
  if (error instanceof DamagedBackup) return { fault: 'damaged', detail: error.message }
  if (!(error instanceof DatabaseError) || notOfTheData.test(error.code ?? '')) return null
  const { code = '', table, constraint, message } = error
  const where = [table && `table ${table}`, constraint && `constraint ${constraint}`].filter(Boolean)
  // Messages about a value quote it, and it may be personal.
  const words = where.length > 0 ? where.join(', ') : quotesValues.test(code) ? 'a value' : message
  return { fault: 'not_restorable', detail: `PostgreSQL refuses what it contains (${code}): ${words}` }
}

/** Classes of SQLSTATE: connection, transaction, resources, locks, shutdown, system; and missing rights. */
const notOfTheData = /^(08|25|28|40|53|55|57|58|F0|XX|42501$)/
const quotesValues = /^2[23]/
