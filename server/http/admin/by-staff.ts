import type { FastifyRequest } from 'fastify'
import type { By } from '../../db/audit.ts'
import { byMember } from '../../members/by-member.ts'
import type { MemberCaller } from './caller.ts'
import { visitOf } from './visit.ts'

/** The member of staff who acts, with the reason that the request gives. */
export const byStaff = (caller: MemberCaller, request: FastifyRequest, reason: string): By => ({
  ...byMember(caller, visitOf(request)),
  reason,
})
