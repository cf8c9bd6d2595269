import { useEffect } from 'react'
import { pageAccount } from './device-account.ts'
import { notify } from './notices.tsx'
import { useOnline } from './online.ts'
import { type SavedArea, useHasSavedJobs } from './saved-answers.ts'
import { signedOutText } from './states.tsx'
import { useTexts } from './texts/use-texts.ts'
import { useWaiting, useWaitingOfAll, useWaitsForSignIn } from './waiting.ts'

/**
 * Shows that the device is offline, what can be read offline, and how many requests are queued, or wait for a sign-in:
 * signed out, those of all people who use the device.
 * The `status` element is always in the page, so screen readers announce its changes.
 */
export function OfflineBanner({ area }: { area: SavedArea | undefined }) {
  const { t } = useTexts('kit')
  const online = useOnline()
  const own = useWaiting().length
  const ofAll = useWaitingOfAll()
  const isOut = pageAccount() === null || location.pathname.endsWith('/sign-in')
  const waiting = isOut ? ofAll : own
  const waitsForSignIn = useWaitsForSignIn() && !isOut
  const hasJobs = useHasSavedJobs(area)
  useEffect(() => {
    // An open sheet covers the banner.
    if (waitsForSignIn && document.querySelector('[role="dialog"]'))
      notify({ text: signedOutText, kind: 'bad' })
  }, [waitsForSignIn])
  const sentences = [
    !online && t('offline'),
    !online && area && hasJobs && t(`offlineJobs.${area}`),
    waiting > 0 && t(isOut ? 'kept' : 'waiting', { count: waiting }),
  ].filter(Boolean)
  return (
    <div role="status">
      {sentences.length > 0 && (
        <p className="dray-offline">
          {sentences.join(' ')} {waiting > 0 && waitsForSignIn && signedOutText}
        </p>
      )}
    </div>
  )
}
