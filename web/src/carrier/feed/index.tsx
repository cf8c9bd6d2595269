import { lazy, Suspense } from 'react'
import { ApiError } from '../../kit/api.ts'
import { useHasPane } from '../../kit/desk.tsx'
import { isSignedOut } from '../../kit/signed-out.ts'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AreaShell } from '../area-shell.tsx'
import { useProfile } from '../carrier-failed.tsx'
import { FeedContent } from './content.tsx'
import { MapBeside } from './map-beside.tsx'

const Welcome = lazy(() => import('../welcome/index.tsx').then((file) => ({ default: file.Welcome })))

/** The first screen of carriers: without a session, what they would earn. */
export function Feed() {
  const { error } = useProfile()
  if (isSignedOut() || (error instanceof ApiError && error.status === 401))
    return (
      <Suspense fallback={<Loading rows={4} />}>
        <Welcome />
      </Suspense>
    )
  return <OwnFeed />
}

/** Jobs nearby that the carrier can accept. On wide screens the list is beside its map (`pane.tsx`). */
function OwnFeed() {
  const { t } = useTexts('carrier')
  if (useHasPane()) return <MapBeside />
  return (
    <AreaShell title={t('title.feed')}>
      <FeedContent />
    </AreaShell>
  )
}
