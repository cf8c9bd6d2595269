import { useTranslation } from 'react-i18next'
import { useOnline } from './online.ts'
import { useSavedCount } from './saved-answers.ts'
import { useWaiting } from './waiting.ts'

/**
 * Shows that the device is offline, what can be read offline, and how many requests are queued. The `status` element is
 * always in the page, so that screen readers announce its changes.
 */
export function OfflineBanner({ keepsJobs }: { keepsJobs: boolean }) {
  const { t } = useTranslation('kit')
  const online = useOnline()
  const waiting = useWaiting().length
  const saved = useSavedCount() > 0
  const said = [
    !online && t('offline'),
    !online && keepsJobs && saved && t('offlineJobs'),
    waiting > 0 && t('waiting', { count: waiting }),
  ].filter(Boolean)
  return <div role="status">{said.length > 0 && <p className="dray-offline">{said.join(' ')}</p>}</div>
}
