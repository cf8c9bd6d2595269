import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../kit/query-client.ts'
import { useAddress } from '../../panel/link.tsx'

const queryKey = ['phone that jobs are searched for']

/** Remembers a phone to search jobs for, in memory only. The URL says `phone=typed`, never the number. */
export const rememberPhone = (phone: string): void => void queryClient.setQueryData(queryKey, phone)

/** The phone that the list shows the jobs of; empty without one, and after a reload. */
export function useTypedPhone(): string {
  const [address] = useAddress()
  const { data } = useQuery({
    queryKey,
    queryFn: () => '',
    initialData: '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return address.phone ? data : ''
}
