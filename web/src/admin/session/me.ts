import { useQuery } from '@tanstack/react-query'
import type { StaffMe } from '#contract/admin/common.ts'
import { readStaffMe } from '#contract/admin/own-access.ts'
import { staffSignOut } from '#contract/admin/session.ts'
import type { AdminOperation } from '#contract/operation.ts'
import { staffRoles } from '#contract/vocabulary.ts'
import { ApiError, call } from '../../kit/api.ts'
import { queryClient, reading } from '../../kit/query-client.ts'
import { sendPlanned } from '../../panel/planned.ts'

/** The member who is signed in; null if signed out, undefined while loading or after an error. */
export function useStaffMe() {
  const { data, error, refetch } = useQuery(reading(readStaffMe, {}))
  const isSignedOut = error instanceof ApiError && error.status === 401
  return { me: isSignedOut ? null : data, error, retry: () => void refetch() }
}

/** The member of a page inside the frame, which shows no page without one. */
export function useMe(): StaffMe {
  const { data } = useQuery(reading(readStaffMe, {}))
  if (!data) throw new Error('No member is signed in')
  return data
}

/** To be called with the member of a response that changes the member or signs in. */
export const meIs = (me: StaffMe): void =>
  void queryClient.setQueryData(reading(readStaffMe, {}).queryKey, me)

/** Forgets what another member of this browser has read. */
export function signedIn(me: StaffMe): void {
  // The query of the member stays, because the page that signs in reads it.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== readStaffMe.operationId })
  meIs(me)
}

export async function leave(): Promise<void> {
  await sendPlanned()
  await call(staffSignOut, {})
  queryClient.clear()
}

/** Whether the role of the member is enough for an operation. The server checks it again. */
export const mayCall = (
  { role }: Pick<StaffMe, 'role'>,
  { access }: Pick<AdminOperation, 'access'>,
): boolean => access === 'anyone' || staffRoles.indexOf(role) >= staffRoles.indexOf(access)
