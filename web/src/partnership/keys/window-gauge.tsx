import './window-gauge.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { wholeNumber } from '../../kit/money.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type PartnershipReads, usePartnership } from '../reads.ts'

/** So few requests left are few under any limit. */
const fewCalls = 5

/**
 * How much of its limit a key has used in the last 60 seconds, and with few requests left, when the next is free. Read
 * every 2 seconds.
 */
export function WindowGauge({ keyId }: { keyId: string }) {
  const { t } = useTexts('partners')
  const reads = usePartnership()
  const { data, error, refetch } = useQuery(reads.keyWindow(keyId))
  const now = useNow()
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={1} />
  const { limit, used, next_free_at, counted_by } = data
  const isFull = used >= limit
  const left = Math.max(0, limit - used)
  const areFew = left <= Math.max(fewCalls, limit / 10)
  const seconds = next_free_at ? Math.max(0, Math.ceil((Date.parse(next_free_at) - now) / 1_000)) : 0
  const when = seconds > 0 ? t('window.inSeconds', { count: seconds }) : t('window.now')
  return (
    <div className="key-gauge" data-full={isFull || undefined}>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
        <rect width={Math.min(100, (used / limit) * 100)} height={1} />
      </svg>
      <p>
        <b>{t('window.used', { used: wholeNumber(used), limit: wholeNumber(limit) })}</b>
        <span>
          {isFull
            ? t('window.full', { when })
            : t(areFew && next_free_at ? 'window.few' : 'window.free', { free: wholeNumber(left), when })}
        </span>
      </p>
      {counted_by === 'this_node' && reads.nodes && <CountedApart nodes={reads.nodes} />}
    </div>
  )
}

/** For the operator: with more than one node, each counts its own requests. */
function CountedApart({ nodes }: { nodes: NonNullable<PartnershipReads['nodes']> }) {
  const { t } = useTexts('partners')
  const { data } = useQuery(nodes())
  const running = data?.nodes.filter(({ alive }) => alive) ?? []
  return running.length > 1 && <small>{t('window.thisNode')}</small>
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return now
}
