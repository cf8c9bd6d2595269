import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { AppOperation } from '#contract/app/operation.ts'
import { ApiError, call, type Input } from './api.ts'

const signedOut = new Set<() => void>()

/** Hears that the server no longer knows the session: it has expired, or was ended on another device. */
export const onSignedOut = (hear: () => void): void => void signedOut.add(hear)

/** One per page: what was read, for as long as it is fresh. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) for (const hear of signedOut) hear()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 3 && isWorthRepeating(error),
      retryDelay: (failures, error) => waitMs(error, failures),
      // A phone that is asleep or off the line says so by itself; what is shown stays.
      networkMode: 'offlineFirst',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** For `useQuery`: `useQuery(reading(readMe, {}))`. Its key is `[operationId, params and query]`. */
export const reading = <O extends AppOperation>(
  operation: O,
  input: Omit<Input<O>, 'signal' | 'idempotencyKey'>,
) =>
  queryOptions({
    queryKey: [operation.operationId, input],
    queryFn: ({ signal }) => call(operation, { ...input, signal } as unknown as Input<O>),
  })

/** What was read of these operations is asked for anew, wherever it is on the screen. */
export async function readAgain(...operations: Pick<AppOperation, 'operationId'>[]): Promise<void> {
  const reads = operations.map(({ operationId }) =>
    queryClient.invalidateQueries({ queryKey: [operationId] }),
  )
  await Promise.all(reads)
}

export const isWorthRepeating = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** As long as the server asks, else twice as long each time, never in step with others. */
export function waitMs(error: unknown, failures: number): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null
  if (asked !== null) return asked * 1_000
  return Math.min(1_000 * 2 ** failures, 60_000) * (0.75 + Math.random() / 2)
}
