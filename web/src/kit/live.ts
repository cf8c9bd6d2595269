import { useEffect } from 'react'
import type { accountOperations } from '#contract/app/account.ts'
import type { carrierOperations } from '#contract/app/carrier.ts'
import type { customerOperations } from '#contract/app/customer.ts'
import { liveEvents } from '#contract/app/live.ts'
import type { paymentOperations } from '#contract/app/payments.ts'
import { queryClient } from './query-client.ts'

type OperationId = (
  | typeof accountOperations
  | typeof carrierOperations
  | typeof customerOperations
  | typeof paymentOperations
)[number]['operationId']

/** Whose answers an event of the stream makes old. It says that something changed and never what. */
const madeOld = {
  job: [
    'readMyJob',
    'listMyJobs',
    'readCarrierJob',
    'listCarrierJobs',
    'readFeedJob',
    'readWallet',
    'readEarnings',
  ],
  feed: ['readFeed', 'readFeedJob'],
  carrier: ['readCarrier', 'readMe', 'readFeed'],
} satisfies Record<string, OperationId[]>

const pollMs = 20_000
const reopenMs = 15_000

/**
 * Keeps what is shown up to date for as long as the screen that calls it is there; all of them share one stream.
 * EventSource resumes by itself with Last-Event-ID. Where the stream cannot be had (a proxy, an old browser) everything
 * is read again every 20 seconds, and the stream is tried anew.
 */
export function useLive({ enabled = true } = {}): void {
  useEffect(() => {
    if (!enabled) return undefined
    listeners++
    end ??= listen()
    return () => {
      listeners--
      // The next screen may want it at once.
      setTimeout(endUnheard, 1_000)
    }
  }, [enabled])
}

let listeners = 0
let end: (() => void) | undefined

function endUnheard(): void {
  if (listeners > 0) return
  end?.()
  end = undefined
}

/** @returns what ends it. */
function listen(): () => void {
  let source: EventSource | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  const poll = () => {
    polling ??= setInterval(() => navigator.onLine && readAllAgain(), pollMs)
  }
  const opened = () => {
    // What happened since the screen's first read, or between two streams, was missed.
    readAllAgain()
    clearInterval(polling)
    polling = undefined
  }
  const broken = () => {
    poll()
    // A refusal ends the stream for good; a broken line is mended by the browser.
    if (source?.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenMs)
  }
  const open = () => {
    source = new EventSource(liveEvents.url)
    source.addEventListener('open', opened)
    source.addEventListener('error', broken)
    source.addEventListener('reset', readAllAgain)
    for (const [event, old] of Object.entries(madeOld)) source.addEventListener(event, () => readAgain(old))
  }
  if ('EventSource' in globalThis) open()
  else poll()
  return () => {
    source?.close()
    clearInterval(polling)
    clearTimeout(reopening)
  }
}

const readAllAgain = (): void => readAgain(Object.values(madeOld).flat())

function readAgain(operationIds: readonly string[]): void {
  for (const operationId of operationIds) void queryClient.invalidateQueries({ queryKey: [operationId] })
}
