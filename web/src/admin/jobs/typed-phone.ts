import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../kit/query-client.ts'

const queryKey = ['phone that jobs are searched for']

/** A phone that was typed into the search. It stays in memory, until the member signs out or reloads: never in an address. */
export function useTypedPhone(): [phone: string, set: (phone: string) => void] {
  const { data } = useQuery({
    queryKey,
    queryFn: () => '',
    initialData: '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return [data, (phone) => void queryClient.setQueryData(queryKey, phone)]
}
