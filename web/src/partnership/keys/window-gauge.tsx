import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../kit/states.tsx'
import { usePartnership } from '../reads.ts'

/** How much of its limit a key has used in the last 60 seconds, and when the next place frees; read every 2 seconds. */
export function WindowGauge({ keyId }: { keyId: string }) {
  const { t } = useTranslation('partners')
  const { data, error, refetch } = useQuery(usePartnership().keyWindow(keyId))
  const now = useNow()
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={1} />
  const { limit, used, next_free_at, counted_by } = data
  const isFull = used >= limit
  const seconds = next_free_at ? Math.max(0, Math.ceil((Date.parse(next_free_at) - now) / 1_000)) : 0
  const when = seconds > 0 ? t('window.inSeconds', { count: seconds }) : t('window.now')
  return (
    <div className="key-gauge" data-full={isFull || undefined}>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
        <rect width={Math.min(100, (used / limit) * 100)} height={1} />
      </svg>
      <p>
        <b>{t('window.used', { used, limit })}</b>
        <span>
          {next_free_at ? t(isFull ? 'window.full' : 'window.nextFree', { when }) : t('window.free')}
        </span>
      </p>
      {counted_by === 'this_node' && <small>{t('window.thisNode')}</small>}
    </div>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return now
}
