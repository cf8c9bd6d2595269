import type { Pdu } from 'smpp'
import { atMost } from '../../lib/at-most.ts'
import { bindSession, notSent, type SmppAccount, type SmppSession } from './smpp-session.ts'

type Needs = {
  /** The most messages that wait for their answer at once. */
  window: number
  /** Called with the reason of the first failure in a row to connect. */
  onTrouble: (reason: string) => void
  /** Called with each message from the SMS centre, which repeats it later if this rejects. */
  onDeliver: (message: Pdu) => Promise<void>
}

export type SmppConnection = {
  /** As in `SmppSession`, on the connection that is open, or is opened now. */
  submit: SmppSession['submit']
  /** Opens the connection now, and again after each loss, until `stop`. */
  keepOpen: () => void
  stop: () => Promise<void>
}

/**
 * The connection of this process to an SMS centre, opened by its first use. After a failure it is not opened again
 * before a pause, which grows from 1 s to 60 s: SMS centres lock accounts that bind without end.
 */
export function createSmppConnection(account: SmppAccount, needs: Needs): SmppConnection {
  const inWindow = atMost(needs.window)
  const pause = createPause()
  let session: Promise<SmppSession> | null = null
  let bound: SmppSession | null = null
  let isKept = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function open(): Promise<SmppSession> {
    if (session) return session
    const reason = pause.reason()
    if (reason !== null) return Promise.reject(notSent(reason))
    const opening = bindSession(account, needs.onDeliver)
    session = opening
    opening.then(onOpened, onFailed)
    return opening
  }

  function onOpened(opened: SmppSession): void {
    pause.end()
    bound = opened
    void opened.closed.then(reopen)
    if (isStopped) void opened.unbind()
  }

  function onFailed(error: Error): void {
    if (!pause.isLong()) needs.onTrouble(error.message)
    pause.begin(error.message.replace(/^smpp: /, ''))
    reopen()
  }

  function reopen(): void {
    session = null
    bound = null
    if (!isKept || isStopped) return
    clearTimeout(timer)
    timer = setTimeout(keep, pause.leftMs() || 1_000).unref()
  }

  const keep = () => void open().catch(() => {})

  return {
    submit: (message, options) =>
      inWindow(async () => {
        const opened = await inTime(open(), options.signal)
        return opened.submit(message, options)
      }),
    keepOpen() {
      isKept = true
      keep()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await bound?.unbind()
    },
  }
}

/** Waits for the connection at most until the signal. Nothing is sent after it. */
async function inTime<T>(opening: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw notSent('not sent in time')
  const { promise: late, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(notSent('not connected in time'))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([opening, late])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The pause after failures in a row. */
function createPause() {
  let failures = 0
  let until = 0
  let reason = ''
  const leftMs = () => Math.max(0, until - performance.now())
  return {
    leftMs,
    /** The reason of the failure for which it lasts; null when it is over. */
    reason: () => (leftMs() > 0 ? reason : null),
    isLong: () => failures > 0,
    begin(of: string) {
      reason = of
      until = performance.now() + Math.min(60_000, 1_000 * 2 ** failures)
      failures++
    },
    end() {
      failures = 0
      until = 0
    },
  }
}
