import type { MemberRole } from '#contract/vocabulary.ts'
import type { By } from '../db/audit.ts'

/** The request of a member, as the audit log and the session record it. */
export type Visit = {
  requestId: string
  clientAddress: string
  device: string
  /** The session in the browser; a sign-in ends it. */
  tokenBefore?: string | undefined
}

type Acting = {
  memberId: string
  partnerId: string | null
  name: string
  role: MemberRole
  sessionId?: string
  /** A member of staff who views the pages of the partner. */
  viewing?: boolean
}

/** The member as the actor of an audit event. */
export const byMember = (
  { memberId, partnerId, name, role, sessionId, viewing }: Acting,
  { requestId }: Pick<Visit, 'requestId'>,
): By => ({
  actor: { type: partnerId === null || viewing ? 'staff' : 'partner', id: memberId, name, role },
  correlationId: requestId,
  ...(sessionId !== undefined && { sessionId }),
})
