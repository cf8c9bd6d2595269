import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Visit } from './by-member.ts'
import { signOutMember } from './own-access.ts'
import { tellRefusedProofs } from './refused-proofs.ts'
import { startMemberSession } from './session-store.ts'

/**
 * Signs a member in, in place of the session that the browser had before, and tells them what was refused meanwhile.
 */
export async function beginSession(
  trx: Transaction<Tables>,
  { memberId, visit }: { memberId: string; visit: Visit },
): Promise<{ sessionId: string; token: string }> {
  if (visit.tokenBefore !== undefined)
    await signOutMember({ kysely: trx }, { token: visit.tokenBefore, visit })
  const session = await startMemberSession(trx, { memberId, device: visit.device })
  await tellRefusedProofs(trx, { memberId, sessionId: session.sessionId })
  return session
}
