import { useEffect } from 'react'
import type { ListedAppOperation } from '#contract/app/index.ts'
import { liveEvents } from '#contract/app/live.ts'
import { refresh } from './query-client.ts'

/** Operations whose cached responses become stale, by event. An event does not carry the change itself. */
const staleAfter = {
  job: [
    'readMyJob',
    'listMyJobs',
    'readCarrierJob',
    'listCarrierJobs',
    'readFeedJob',
    'readConversation',
    'readWallet',
    'readEarnings',
  ],
  position: ['readMyJob'],
  feed: ['readFeed', 'readFeedJob'],
  carrier: ['readCarrier', 'readMe', 'readFeed'],
} satisfies Record<string, ListedAppOperation['operationId'][]>

const pollMs = 20_000
const reopenMs = 15_000

/**
 * Keeps cached data up to date while the calling screen is mounted; all screens share one event stream. EventSource
 * reconnects by itself with Last-Event-ID. If the stream is unavailable (a proxy, an old browser), all data is
 * refreshed every 20 seconds; a stream that the server has refused is opened again after 15 seconds.
 */
export function useLive({ enabled = true } = {}): void {
  useEffect(() => {
    if (!enabled) return undefined
    listeners++
    closeStream ??= listen()
    return () => {
      listeners--
      // The delay lets the next screen reuse the stream.
      setTimeout(closeIfUnused, 1_000)
    }
  }, [enabled])
}

let listeners = 0
let closeStream: (() => void) | undefined

function closeIfUnused(): void {
  if (listeners > 0) return
  closeStream?.()
  closeStream = undefined
}

/** @returns a function that closes the stream. */
function listen(): () => void {
  let source: EventSource | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  const poll = () => {
    polling ??= setInterval(() => navigator.onLine && readAllAgain(), pollMs)
  }
  const onOpen = () => {
    // Changes before the stream opened, or between two streams, were missed.
    readAllAgain()
    clearInterval(polling)
    polling = undefined
  }
  const onError = () => {
    poll()
    // The browser reconnects after a lost connection, but not after an error response.
    if (source?.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenMs)
  }
  const open = () => {
    source = new EventSource(liveEvents.url)
    source.addEventListener('open', onOpen)
    source.addEventListener('error', onError)
    source.addEventListener('reset', readAllAgain)
    for (const [event, operationIds] of Object.entries(staleAfter))
      source.addEventListener(event, () => void refresh(operationIds))
  }
  if ('EventSource' in globalThis) open()
  else poll()
  return () => {
    source?.close()
    clearInterval(polling)
    clearTimeout(reopening)
  }
}

const all = [...new Set(Object.values(staleAfter).flat())]
const readAllAgain = (): void => void refresh(all)
