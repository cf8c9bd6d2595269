import { useState } from 'react'
import { listProviderActivity } from '#contract/admin/activity.ts'
import { type ChosenProvider, type TestedProvider, testProvider } from '#contract/admin/providers.ts'
import { call } from '../../kit/api.ts'
import { readAgain } from '../../kit/query-client.ts'
import { useAct } from '../../panel/use-act.ts'

export type Tests = {
  /** By name of the provider, since the page was opened. */
  results: Record<string, TestedProvider>
  /** The provider that is being tested. */
  tested: string | null
  isBusy: boolean
  one: (provider: ChosenProvider) => Promise<void>
  all: (providers: ChosenProvider[]) => Promise<void>
}

export const nameOf = ({ kind, name }: ChosenProvider): string => `${kind} ${name}`

/** Tests providers one after the other, so each is timed alone. */
export function useTests(): Tests {
  const [results, setResults] = useState<Tests['results']>({})
  const [tested, setTested] = useState<string | null>(null)
  const test = useAct({
    act: ({ kind, name }: ChosenProvider) => call(testProvider, { params: { kind, name } }),
    onDone: (result) => setResults((before) => ({ ...before, [nameOf(result)]: result })),
  })
  const all = async (providers: ChosenProvider[]): Promise<void> => {
    try {
      for (const provider of providers) {
        setTested(nameOf(provider))
        await test.mutateAsync(provider)
      }
    } catch {
      // `useAct` has shown the error; the other requests would fail for the same reason.
    } finally {
      setTested(null)
      await readAgain(listProviderActivity)
    }
  }
  return { results, tested, isBusy: tested !== null, all, one: (provider) => all([provider]) }
}
