import type { FastifyRequest } from 'fastify'
import type { StaffAct } from '../../../jobs/record-staff-act.ts'
import type { MemberCaller } from '../../callers.ts'
import { byCaller } from '../by-caller.ts'

type ActCall = {
  caller: MemberCaller
  params: { job_id: string }
  body: { reason: string }
  request: FastifyRequest
}

/** An act of a member of staff on a job, with the reason they gave. */
export const staffAct = ({ caller, params, body, request }: ActCall): StaffAct => ({
  jobId: params.job_id,
  by: { ...byCaller(caller, request), reason: body.reason },
})
