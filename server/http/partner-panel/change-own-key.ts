import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { changeKeyOf } from '../../keys/administer.ts'
import { roleTooLow } from '../../members/refusals.ts'
import { hasRights } from '../../members/surface.ts'
import type { PartnerMemberCaller } from '../callers.ts'
import { notFound } from '../errors/errors.ts'

type Change = { caller: PartnerMemberCaller; keyId: string }

/**
 * Changes a key of the caller's partner. Developers decide on test keys, admins also on live keys.
 *
 * @throws Problem `not_found`, `role_too_low`.
 */
export async function changeOwnKey<T>(
  kysely: Kysely<Tables>,
  { caller, keyId }: Change,
  change: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { partnerId, role } = caller
  const changed = await changeKeyOf(kysely, { keyId, partnerId }, (trx, mode) => {
    if (mode === 'live' && !hasRights('partner', role, 'admin')) throw roleTooLow
    return change(trx)
  })
  if (!changed) throw notFound
  return changed.outcome
}
