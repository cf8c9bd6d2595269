import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { readCarrier } from '#contract/app/carrier.ts'
import { ApiError } from '../kit/api.ts'
import { reading } from '../kit/query-client.ts'
import { ReadFailed } from '../shared/read-failed.tsx'

/** Redirects an account that is not a carrier to the sign-up, a signed-out user to the sign-in; shows other errors. */
export function CarrierFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'not_a_carrier')
    return <Navigate to="/carrier/sign-up" replace />
  return <ReadFailed error={error} onRetry={onRetry} />
}

export const useProfile = () => useQuery(reading(readCarrier, {}))
