import type { FastifyRequest } from 'fastify'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import type { Visit } from '../../members/by-member.ts'
import { deviceName } from '../requests/device-name.ts'
import type { MemberCookies } from './cookies.ts'

/** The request as the audit log, the session and the counters of attempts record it; with cookies, of a sign-in. */
export const visitOf = (request: FastifyRequest, cookies?: MemberCookies): Visit => ({
  requestId: request.id,
  clientAddress: addressSubject(request.ip),
  device: deviceName(request.headers['user-agent']),
  tokenBefore: cookies?.session.read(request),
})
