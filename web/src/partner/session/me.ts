import { useQuery } from '@tanstack/react-query'
import type { PartnerPanelOperation } from '#contract/operation.ts'
import { readPartnerMe } from '#contract/partner-panel/access.ts'
import type { PartnerMe } from '#contract/partner-panel/common.ts'
import { partnerRoles } from '#contract/vocabulary.ts'
import { reading } from '../../kit/query-client.ts'

/** The member of a partner of a page inside the frame, which shows no page without one. */
export function useMe(): PartnerMe {
  const { data } = useQuery(reading(readPartnerMe, {}))
  if (!data) throw new Error('No member is signed in')
  return data
}

type Caller = Pick<PartnerMe, 'role' | 'partner_suspended'>

/**
 * Whether the role of the member is enough for an operation; while the partner is suspended, no change is allowed. The
 * server checks it again.
 */
export const mayCall = (
  { role, partner_suspended }: Caller,
  { access, method }: Pick<PartnerPanelOperation, 'access' | 'method'>,
): boolean =>
  (method === 'GET' || !partner_suspended) &&
  (access === 'anyone' || partnerRoles.indexOf(role) >= partnerRoles.indexOf(access))
