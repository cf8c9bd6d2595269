import { useQuery } from '@tanstack/react-query'
import type { StaffMe } from '#contract/admin/common.ts'
import { readStaffMe } from '#contract/admin/own-access.ts'
import type { AdminOperation } from '#contract/operation.ts'
import { staffRoles } from '#contract/vocabulary.ts'
import { reading } from '../../kit/query-client.ts'

/** The member of staff of a page inside the frame, which shows no page without one. */
export function useMe(): StaffMe {
  const { data } = useQuery(reading(readStaffMe, {}))
  if (!data) throw new Error('No member is signed in')
  return data
}

/** Whether the role of the member is enough for an operation. The server checks it again. */
export const mayCall = (
  { role }: Pick<StaffMe, 'role'>,
  { access }: Pick<AdminOperation, 'access'>,
): boolean => access === 'anyone' || staffRoles.indexOf(role) >= staffRoles.indexOf(access)
