import type { Kysely } from 'kysely'
import { type AuditTarget, type By, changesBetween, recordAudit } from '../db/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import {
  insertPartner,
  lockProfile,
  type NewPartner,
  type PartnerProfile,
  partnerExists,
  setProfile,
  setSuspended,
} from './store.ts'

/** The operators' changes of partners. Each is recorded in the audit log in the same transaction. */

type Needs = { kysely: Kysely<Tables> }

const target = (id: string): AuditTarget => ({ type: 'partner', id })

export function createPartner({ kysely }: Needs, { by, ...partner }: NewPartner & { by: By }): Promise<void> {
  return inTransaction(kysely, async (trx) => {
    await insertPartner(trx, partner)
    const changes = { company_name: { from: null, to: partner.companyName } }
    await recordAudit(trx, { ...by, act: 'partner.create', targets: [target(partner.id)], changes })
  })
}

/** Changes a partner; SMS use the new values on every node within 2 s. Returns null for an unknown partner. */
export function updatePartner(
  { kysely }: Needs,
  { partnerId, profile, by }: { partnerId: string; profile: Partial<PartnerProfile>; by: By },
): Promise<PartnerProfile | null> {
  return inTransaction(kysely, async (trx) => {
    const before = await lockProfile(trx, partnerId)
    if (!before) return null
    const changes = changesBetween(before, profile)
    if (Object.keys(changes).length === 0) return before
    await setProfile(trx, partnerId, profile)
    await recordAudit(trx, { ...by, act: 'partner.update', targets: [target(partnerId)], changes })
    return { ...before, ...profile }
  })
}

/** Suspends or resumes a partner; idempotent. Returns false for an unknown partner. */
export function suspendPartner(
  { kysely }: Needs,
  { partnerId, suspended, by }: { partnerId: string; suspended: boolean; by: By },
): Promise<boolean> {
  return inTransaction(kysely, async (trx) => {
    if (!(await setSuspended(trx, partnerId, suspended))) return partnerExists(trx, partnerId)
    const act = suspended ? 'partner.suspend' : 'partner.resume'
    await recordAudit(trx, { ...by, act, targets: [target(partnerId)] })
    return true
  })
}
