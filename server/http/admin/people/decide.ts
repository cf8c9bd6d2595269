import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import type { Answered } from '#contract/app/common.ts'
import type { ProfileRule } from '#contract/carrier-profile.ts'
import type { CarrierStatus } from '#contract/vocabulary.ts'
import { type Judgement, judgeCarrier, judgements } from '../../../accounts/carriers/judge.ts'
import { findProfile } from '../../../accounts/carriers/list-carriers.ts'
import { missingDocuments, type NeededDocuments } from '../../../accounts/documents/document.ts'
import type { Tables } from '../../../db/tables.ts'
import { Problem } from '../../../lib/problem.ts'
import { findAccount } from '../../../people/find-accounts.ts'
import { notFound } from '../../errors/errors.ts'
import type { MemberCaller } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerCarrier, type CarrierNeeds } from './answer-carrier.ts'

type Decision = {
  accountId: string
  judgement: Judgement
  told?: string | undefined
  /** `updated_at` of the carrier as the member read it. */
  seenAt?: string
  /** The documents required to approve a carrier. */
  needed?: NeededDocuments
  /** Whether the carrier then needs a portrait and a plate to accept jobs. */
  profileRule?: ProfileRule
  caller: MemberCaller
  request: FastifyRequest
}

/**
 * Applies the decision of a member about a carrier. A repeated decision has no effect.
 *
 * @throws Problem `not_found`, `wrong_state` (409) when the status does not allow the decision, the carrier was saved
 *   since, or a required document is missing.
 */
export async function decide(
  needs: CarrierNeeds,
  { accountId, judgement, told, seenAt, needed = [], profileRule = 'off', caller, request }: Decision,
): Promise<Answered<CarrierForStaff>> {
  const { kysely } = needs
  const status = await judgeCarrier(kysely, {
    accountId,
    judgement,
    by: byCaller(caller, request, told),
    needed,
    profileRule,
    ...(seenAt !== undefined && { seenAt: new Date(seenAt) }),
  })
  const refusal = status ? null : await whyNot(kysely, { accountId, judgement, needed })
  if (refusal) throw refusal
  return answerCarrier(needs, caller, accountId)
}

/** Null for a carrier who has the wanted status already. */
async function whyNot(
  kysely: Kysely<Tables>,
  { accountId, judgement, needed }: Required<Pick<Decision, 'accountId' | 'judgement' | 'needed'>>,
): Promise<Problem | null> {
  const profile = await findProfile(kysely, accountId)
  if (!profile) return notFound
  if ((await findAccount(kysely, accountId))?.erasedAt)
    return new Problem('wrong_state', (t) => t.people.accountErased)
  const { from, to }: { from: readonly CarrierStatus[]; to: CarrierStatus } = judgements[judgement]
  const { status } = profile
  if (status === to) return null
  if (!from.includes(status)) return new Problem('wrong_state', (t) => t.people.carrierStatus[status])
  const missing = judgement === 'approve' ? await missingDocuments(kysely, { accountId, needed }) : []
  if (missing.length > 0)
    return new Problem('wrong_state', (t) =>
      t.documents.missing(missing.map((kind) => t.documents.kinds[kind])),
    )
  return new Problem('wrong_state', (t) => t.people.carrierSaved)
}
