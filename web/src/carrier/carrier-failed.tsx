import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { readCarrier } from '#contract/app/carrier.ts'
import { ReadFailed } from '../app/read-failed.tsx'
import { ApiError } from '../kit/api.ts'
import { reading } from '../kit/query-client.ts'

/** Who is no carrier yet is led to the sign-up, who is signed out to the sign-in; everything else is said. */
export function CarrierFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'not_a_carrier')
    return <Navigate to="/carrier/sign-up" replace />
  return <ReadFailed error={error} onRetry={onRetry} />
}

export const useProfile = () => useQuery(reading(readCarrier, {}))
