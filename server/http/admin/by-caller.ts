import type { FastifyRequest } from 'fastify'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import type { By } from '../../db/audit.ts'
import { byMember, type Visit } from '../../members/by-member.ts'
import { confirmSession } from '../../members/step-up.ts'
import type { MemberCaller } from '../mount.ts'
import { deviceName } from '../requests/device-name.ts'
import type { MemberCookies } from './cookies.ts'

/**
 * The acting member, of the staff or of a partner, with the reason if the operation takes one. The session is confirmed
 * in the transaction of the act.
 */
export const byCaller = (caller: MemberCaller, request: FastifyRequest, reason?: string): By => ({
  ...byMember(caller, visitOf(request)),
  ...(reason !== undefined && { reason }),
  confirm: confirmSession(caller, { stepUp: request.routeOptions.config.stepUp ?? false }),
})

/** The request, for the audit log, the session and the counters of attempts; with cookies for a sign-in. */
export const visitOf = (request: FastifyRequest, cookies?: MemberCookies): Visit => ({
  requestId: request.id,
  clientAddress: addressSubject(request.ip),
  device: deviceName(request.headers['user-agent']),
  tokenBefore: cookies?.session.read(request),
})
