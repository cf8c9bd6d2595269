import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from './query-client.ts'

/** Which operations' answers an event makes old: `{ job: ['readJob', 'listJobs'] }`. */
export type LiveEvents = Record<string, readonly string[]>

const pollMs = 20_000
const reopenMs = 15_000

/**
 * Keeps a screen up to date for as long as it is shown. The server says that something changed and never what, so
 * an event only makes the screen read again. EventSource resumes by itself with Last-Event-ID; where the stream cannot
 * be had (a proxy, an old browser) everything is read again every 20 seconds, and the stream is tried anew.
 */
export function useLive(events: LiveEvents, { url = '/app/v1/live', enabled = true } = {}): void {
  const wanted = JSON.stringify(events)
  useEffect(() => {
    if (!enabled) return undefined
    return listen({ queryClient, url, events: JSON.parse(wanted) as LiveEvents })
  }, [url, wanted, enabled])
}

/** @returns what ends it. */
function listen({ queryClient, url, events }: { queryClient: QueryClient; url: string; events: LiveEvents }) {
  const all = [...new Set(Object.values(events).flat())]
  const readAgain = (operationIds: readonly string[]) => {
    for (const operationId of operationIds) void queryClient.invalidateQueries({ queryKey: [operationId] })
  }
  let source: EventSource | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(url)
    source.addEventListener('open', () => {
      // What happened between two streams was missed.
      if (polling) readAgain(all)
      clearInterval(polling)
      polling = undefined
    })
    source.addEventListener('error', () => {
      polling ??= setInterval(() => navigator.onLine && readAgain(all), pollMs)
      // A refusal ends the stream for good; a broken line is mended by the browser.
      if (source?.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenMs)
    })
    for (const [event, operationIds] of Object.entries(events))
      source.addEventListener(event, () => readAgain(operationIds))
  }
  if ('EventSource' in globalThis) open()
  else polling = setInterval(() => readAgain(all), pollMs)
  return () => {
    source?.close()
    clearInterval(polling)
    clearTimeout(reopening)
  }
}
