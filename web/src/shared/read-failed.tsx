import { Navigate } from '@tanstack/react-router'
import { ApiError } from '../kit/api.ts'
import { Failed } from '../kit/states.tsx'

/** Redirects a signed-out user to the sign-in and back; shows any other error. */
export function ReadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 401)
    return <Navigate to="/app/sign-in" search={{ back: location.pathname }} replace />
  return <Failed error={error} onRetry={onRetry} />
}
