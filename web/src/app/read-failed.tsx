import { Navigate } from '@tanstack/react-router'
import { ApiError } from '../kit/api.ts'
import { Failed } from '../kit/states.tsx'

/** Who is signed out is led to the sign-in and back; everything else is said. */
export function ReadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 401)
    return <Navigate to="/app/sign-in" search={{ back: location.pathname }} replace />
  return <Failed error={error} onRetry={onRetry} />
}
