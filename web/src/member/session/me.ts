import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from '../../kit/api.ts'
import { beginSession } from '../../kit/device-account.ts'
import { queryClient, reading } from '../../kit/query-client.ts'
import { sendPlanned } from '../../panel/planned.ts'
import { type MemberMe, type Surface, useSurface } from '../surface.ts'

/** The member who is signed in; null if signed out, undefined while loading or after an error. */
export function useSignedIn() {
  const { readMe } = useSurface().operations
  const { data, error, refetch } = useQuery(reading(readMe, {}))
  const isSignedOut = error instanceof ApiError && error.status === 401
  return { me: isSignedOut ? null : data, error, retry: () => void refetch() }
}

/** The member of a page inside the frame, which shows no page without one. */
export function useMember(): MemberMe {
  const { readMe } = useSurface().operations
  const { data } = useQuery(reading(readMe, {}))
  if (!data) throw new Error('No member is signed in')
  return data
}

/** To be called with the member of a response that changes the member or signs in. */
export const meIs = ({ operations: { readMe } }: Surface, me: MemberMe): void =>
  void queryClient.setQueryData(reading(readMe, {}).queryKey, me)

/** Deletes the cached responses of another member of this browser. */
export function signedIn(surface: Surface, me: MemberMe): void {
  const { readMe } = surface.operations
  beginSession()
  // Keeps the query of the member, because the page that signs in reads it.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== readMe.operationId })
  meIs(surface, me)
}

export async function leave({ operations: { signOut } }: Surface): Promise<void> {
  await sendPlanned()
  await call(signOut, {})
}
