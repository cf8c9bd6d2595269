import { useEffect } from 'react'
import { queryClient } from '../kit/query-client.ts'
import { type Search, useAddress } from '../panel/link.tsx'

/** A personal term that people are searched for: a phone, a name, a plate. */
type TermName = 'phone' | 'name' | 'plate'

const remembered = 'terms that were typed'
// The end of a session removes them with all other answers.
queryClient.setQueryDefaults([remembered], { gcTime: Number.POSITIVE_INFINITY })

/** Options of a query whose search is recorded: it is not repeated unless the member asks for it. */
export const askedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
}

/**
 * Remembers the personal terms of a search, in memory only: a URL is in histories and logs. The URL has the number of
 * the search, as in `phone=t7f3k2`, so going back finds the terms of an earlier one.
 *
 * @returns the search parameters of the URL.
 */
export function rememberTerms(terms: Partial<Record<TermName, string | undefined>>): Search {
  const number = `t${Math.random().toString(36).slice(2, 10)}`
  queryClient.setQueryData([remembered, number], terms)
  return Object.fromEntries(Object.entries(terms).map(([name, term]) => [name, term && number]))
}

/**
 * The personal terms that the page is searched for. After a reload there are none: they are then removed from the URL,
 * with the place in their list.
 */
export function useTypedTerms<Name extends TermName>(...names: Name[]): Partial<Record<Name, string>> {
  const [address, change] = useAddress()
  const terms: Partial<Record<Name, string>> = {}
  const unknown: Search = {}
  for (const name of names) {
    const number = address[name]
    if (!number) continue
    const term = queryClient.getQueryData<Search>([remembered, number])?.[name]
    if (term) terms[name] = term
    else unknown[name] = undefined
  }
  const isUnknown = Object.keys(unknown).length > 0
  useEffect(() => {
    if (isUnknown) change({ ...unknown, before: undefined }, { replace: true })
  })
  return terms
}
