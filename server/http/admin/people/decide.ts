import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { CarrierStatus } from '#contract/vocabulary.ts'
import { type Judgement, judgeCarrier, judgements } from '../../../accounts/carriers/judge.ts'
import { findProfile } from '../../../accounts/carriers/list-carriers.ts'
import type { Tables } from '../../../db/tables.ts'
import { Problem } from '../../../lib/problem.ts'
import { byMember } from '../../../members/by-member.ts'
import { findAccount } from '../../../people/find-accounts.ts'
import { notFound } from '../../errors.ts'
import type { MemberCaller } from '../caller.ts'
import { visitOf } from '../visit.ts'

type Decision = {
  accountId: string
  judgement: Judgement
  reason?: string | undefined
  /** `updated_at` of the carrier that the member has read. */
  seenAt?: string
  caller: MemberCaller
  request: FastifyRequest
}

/**
 * Applies the decision of a member about a carrier.
 *
 * @throws Problem `not_found`, `wrong_state` (409) when the status does not allow the decision or the carrier was saved
 *   since.
 */
export async function decide(
  kysely: Kysely<Tables>,
  { accountId, judgement, reason, seenAt, caller, request }: Decision,
): Promise<{ status: CarrierStatus }> {
  const status = await judgeCarrier(kysely, {
    accountId,
    judgement,
    by: { ...byMember(caller, visitOf(request)), reason },
    ...(seenAt !== undefined && { seenAt: new Date(seenAt) }),
  })
  if (status) return { status }
  throw await whyNot(kysely, { accountId, judgement })
}

async function whyNot(
  kysely: Kysely<Tables>,
  { accountId, judgement }: Pick<Decision, 'accountId' | 'judgement'>,
): Promise<Problem> {
  const profile = await findProfile(kysely, accountId)
  if (!profile) return notFound
  if ((await findAccount(kysely, accountId))?.erasedAt)
    return new Problem('wrong_state', (t) => t.people.accountErased)
  const from: readonly CarrierStatus[] = judgements[judgement].from
  const { status } = profile
  if (!from.includes(status)) return new Problem('wrong_state', (t) => t.people.carrierStatus[status])
  return new Problem('wrong_state', (t) => t.people.carrierSaved)
}
