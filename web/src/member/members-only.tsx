import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Failed, Loading } from '../kit/states.tsx'
import { useSignedIn } from './session/me.ts'
import { type MemberMe, useSurface } from './surface.ts'

/** The pages of the member who is signed in; without one, redirects to the sign-in and back. */
export function MembersOnly({ children }: { children: (me: MemberMe) => ReactNode }) {
  const { home } = useSurface()
  const { me, error, retry } = useSignedIn()
  if (me === null) {
    const back = location.pathname + location.search
    return <Navigate to={`${home}/sign-in` as never} search={{ back } as never} replace />
  }
  if (me) return children(me)
  return (
    <div className="panel-alone">
      {error ? <Failed error={error} onRetry={retry} /> : <Loading rows={2} />}
    </div>
  )
}
