import { onlineManager, type Query, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call, type Input, type Output, type WebOperation } from './api.ts'

type Hear = (read: unknown) => void

const signedOut = new Set<Hear>()

/** Calls `hear` with the operation's id when a query gets a 401: the session has expired or was ended elsewhere. */
export const onSignedOut = (hear: Hear): void => void signedOut.add(hear)

/** The query cache of the page. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (error instanceof ApiError && error.status === 401) for (const hear of signedOut) hear(queryKey[0])
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => isRetried(failures, error),
      retryDelay: (failures, error) => waitMs(error, failures),
      // Always sent, and never paused: a paused query shows no error, so its screen would say "loading" while offline.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// It believes to be online until the first event, so a page that was loaded offline would not hear of the connection.
if ('onLine' in navigator) onlineManager.setOnline(navigator.onLine)

/** Options for `useQuery`, as in `useQuery(reading(readMe, {}))`. The query key is `[operationId, input]`. */
export const reading = <O extends WebOperation>(
  operation: O,
  input: Omit<Input<O>, 'signal' | 'idempotencyKey'>,
) =>
  queryOptions({
    queryKey: [operation.operationId, input],
    queryFn: ({ signal }) => call(operation, { ...input, signal } as unknown as Input<O>),
  })

/** Options for `useQuery` without the type of the operation: for parts that read either of two operations. */
export type Reading<Body> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Body>
  refetchInterval?: number
}

/** Like `reading`, with the plain type. */
export const plainReading = <O extends WebOperation>(
  operation: O,
  input: Omit<Input<O>, 'signal' | 'idempotencyKey'>,
): Reading<Output<O>> => ({
  queryKey: [operation.operationId, input],
  queryFn: ({ signal }) => call(operation, { ...input, signal } as unknown as Input<O>),
})

/** Like `refresh`, with the operations themselves. */
export const readAgain = (...operations: Pick<WebOperation, 'operationId'>[]): Promise<void> =>
  refresh(operations.map(({ operationId }) => operationId))

/**
 * Marks the cached responses of these operations (of all, without an argument) as stale, and refetches those on the
 * screen. A first request in flight is repeated when it ends: its response may be from before the change, and
 * `invalidateQueries` alone would keep it.
 */
export async function refresh(operationIds?: readonly string[]): Promise<void> {
  const filters = operationIds?.map((operationId) => ({ queryKey: [operationId] })) ?? [{}]
  await Promise.all(filters.map(refreshOne))
}

/** First requests in flight that will be repeated. */
const repeated = new WeakSet<Query>()

async function refreshOne(filters: { queryKey?: string[] }): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined && !repeated.has(query))
  for (const query of first) repeated.add(query)
  // Resolves when the first requests have ended too.
  await queryClient.invalidateQueries(filters)
  for (const query of first) repeated.delete(query)
  await Promise.all(first.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })))
}

/**
 * Whether a failed read is sent again. Offline it is not: the screen shows the error, and the read is sent again when
 * the device is online.
 */
export const isRetried = (failures: number, error: unknown, maxFailures = 3): boolean =>
  failures < maxFailures && onlineManager.isOnline() && isWorthRepeating(error) && !isLongWait(error)

export const isWorthRepeating = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** True if the server asks for a wait so long that the screen should show the error instead of a loading state. */
export const isLongWait = (error: unknown): boolean =>
  error instanceof ApiError && (error.retryAfterSeconds ?? 0) > 10

/**
 * Milliseconds before a retry: the server's `retry_after_seconds`, else exponential backoff with jitter, up to 75 s.
 */
export function waitMs(error: unknown, failures: number): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null
  if (asked !== null) return asked * 1_000
  return Math.min(1_000 * 2 ** failures, 60_000) * (0.75 + Math.random() / 2)
}
