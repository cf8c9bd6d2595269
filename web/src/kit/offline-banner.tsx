import { useTranslation } from 'react-i18next'
import { useOnline } from './online.ts'
import { useWaiting } from './waiting.ts'

/** Says that there is no line, and how much waits for one. Always in the page, so that its words are announced. */
export function OfflineBanner() {
  const { t } = useTranslation('kit')
  const online = useOnline()
  const waiting = useWaiting().length
  const said = [!online && t('offline'), waiting > 0 && t('waiting', { count: waiting })].filter(Boolean)
  return <div role="status">{said.length > 0 && <p className="dray-offline">{said.join(' ')}</p>}</div>
}
