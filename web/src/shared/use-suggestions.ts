import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { minTyped, suggestAddresses } from '#contract/app/open.ts'
import { pageSetting } from '../kit/page-settings.ts'
import { reading } from '../kit/query-client.ts'

const longest = 200

/**
 * Suggestions for what is typed; null asks for none. Waits until the person pauses. A newer text cancels the request of
 * an older one, and each answer belongs to its text, so answers out of order are never shown. A refusal is silent: the
 * field works without suggestions.
 */
export function useSuggestions(typed: string | null) {
  const isOffered = pageSetting('suggests') !== null
  const [paused] = useDebouncedValue(typed, 250)
  const text = (typed ?? '').trim()
  const isSettled = typed !== null && paused === typed
  const isLongEnough = text.length >= minTyped && text.length <= longest
  const { data } = useQuery({
    ...reading(suggestAddresses, { body: { text } }),
    enabled: isOffered && isSettled && isLongEnough,
    staleTime: 300_000,
    gcTime: 300_000,
    retry: false,
  })
  return { suggestions: (isSettled && isLongEnough && data?.suggestions) || [], isOffered }
}
