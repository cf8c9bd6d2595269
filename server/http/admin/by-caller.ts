import type { FastifyRequest } from 'fastify'
import type { By } from '../../db/audit.ts'
import { byMember } from '../../members/by-member.ts'
import { confirmSession } from '../../members/step-up.ts'
import type { MemberCaller } from '../callers.ts'
import { visitOf } from './visit.ts'

/**
 * The member who acts, of the staff or of a partner, with the reason where the operation takes one. The session is confirmed in the
 * transaction of the act.
 */
export const byCaller = (caller: MemberCaller, request: FastifyRequest, reason?: string): By => ({
  ...byMember(caller, visitOf(request)),
  ...(reason !== undefined && { reason }),
  confirm: confirmSession(caller, { stepUp: request.routeOptions.config.stepUp ?? false }),
})
