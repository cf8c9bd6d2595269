import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../kit/api.ts'
import { Failed } from '../kit/states.tsx'

/** Redirects a signed-out user to the sign-in and back; shows any other error. */
export function ReadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  // It may render once more when the sign-in has the URL already.
  const [back] = useState(() => location.pathname)
  if (error instanceof ApiError && error.status === 401)
    return <Navigate to="/app/sign-in" search={{ back }} replace />
  return <Failed error={error} onRetry={onRetry} />
}
