import { isIP } from 'node:net'
import type { Pdu, Session } from 'smpp'
import { ProviderError } from '../../lib/provider-error.ts'
import { reasonOf } from './http-answers.ts'

export type SmppAccount = {
  host: string
  port: number
  isEncrypted: boolean
  bind: { system_id: string; password: string; system_type: string }
}

/** An open connection on which messages can be sent. */
export type SmppSession = {
  /**
   * Sends a message and waits for its answer, of any status.
   *
   * @throws {ProviderError} `refused` if nothing was sent, `unknown` if the answer was lost.
   */
  submit: (message: object, options: SubmitOptions) => Promise<Pdu>
  /** Resolves when nothing can be sent any longer: the connection is closed, or the SMS centre has ended it. */
  closed: Promise<void>
  unbind: () => Promise<void>
}

export type SubmitOptions = {
  signal: AbortSignal
  /** Called with an answer that arrives after the signal, but not 10 minutes after it. */
  onLate: (answer: Pdu) => void
}

/**
 * Opens a connection and binds it as transceiver.
 *
 * @param onDeliver called with each message from the SMS centre, which repeats it later if this rejects.
 * @throws {ProviderError} with the reason, which contains no password.
 */
export async function bindSession(
  account: SmppAccount,
  onDeliver: (message: Pdu) => Promise<void>,
  { lateMs = 600_000 } = {},
): Promise<SmppSession> {
  const { default: smpp } = await import('smpp')
  const { host, port, isEncrypted } = account
  // Node tells a server the name of its host only where it is given; an address is not a name.
  const servername = isEncrypted && isIP(host) === 0 ? { servername: host } : {}
  const session = smpp.connect({ host, port, tls: isEncrypted, ...servername })
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  session.on('close', () => resolve())
  session.on('unbind', () => resolve())
  // Before the bind: receipts that waited at the SMS centre may come in one packet with its answer.
  answerRequests(session, onDeliver)
  try {
    await bind(session, account)
  } catch (error) {
    session.destroy()
    throw error
  }
  const watch = setInterval(() => enquire(session), enquireMs).unref()
  void closed.then(() => clearInterval(watch))
  return { submit: createSubmit(session, lateMs), closed, unbind: () => unbind(session, closed) }
}

async function bind(session: Session, { isEncrypted, bind: fields }: SmppAccount): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (reason: string) => reject(notSent(reason))
  const timer = setTimeout(fail, bindMs, 'not bound in time')
  // An error without a listener would end the process. It is followed by the close.
  session.on('error', (error) => {
    fail(reasonOf(error))
    session.destroy()
  })
  session.on('close', () => fail('closed before it was bound'))
  session.once(isEncrypted ? 'secureConnect' : 'connect', () =>
    session.bind_transceiver({ ...fields, interface_version: version34 }, ({ command_status }) => {
      if (command_status === 0) resolve()
      else fail(`bind refused, ${statusName(command_status)}`)
    }),
  )
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
}

/** Answers what the SMS centre asks on its own. */
function answerRequests(session: Session, onDeliver: (message: Pdu) => Promise<void>): void {
  session.on('enquire_link', (request: Pdu) => session.send(request.response()))
  session.on('unknown', (request: Pdu) => session.send(request.response()))
  session.on('unbind', (request: Pdu) => {
    session.send(request.response())
    session.socket.end()
  })
  session.on('deliver_sm', (message: Pdu) => {
    void onDeliver(message).then(
      () => session.send(message.response()),
      () => session.send(message.response({ command_status: repeatLater })),
    )
  })
}

/** A connection whose other end is gone stays open for hours otherwise. */
function enquire(session: Session): void {
  const timer = setTimeout(() => session.destroy(), bindMs).unref()
  session.enquire_link(() => clearTimeout(timer))
}

function createSubmit(session: Session, lateMs: number): SmppSession['submit'] {
  const waiting = new Set<(reason: string) => void>()
  session.on('close', () => {
    for (const end of waiting) end('connection lost')
  })
  // A command that only sends a text ends when it has sent it; a server has other reasons to run.
  session.socket.unref()
  return async (message, { signal, onLate }) => {
    if (signal.aborted) throw notSent('not sent in time')
    const { promise, resolve, reject } = Promise.withResolvers<Pdu>()
    let isOver = false
    const end = (reason: string) => {
      isOver = true
      reject(new ProviderError('smpp', reason, { retryable: true, outcome: 'unknown' }))
    }
    let sequence = 0
    const onAbort = () => {
      end('TimeoutError')
      // The package keeps what waits for an answer until the answer arrives.
      setTimeout(() => delete session._callbacks[sequence], lateMs).unref()
    }
    waiting.add(end)
    session.socket.ref()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const isWritten = session.submit_sm(message, (answer) => (isOver ? onLate(answer) : resolve(answer)))
      sequence = session.sequence
      if (!isWritten) throw notSent('not connected')
      return await promise
    } finally {
      signal.removeEventListener('abort', onAbort)
      waiting.delete(end)
      if (waiting.size === 0) session.socket.unref()
    }
  }
}

async function unbind(session: Session, closed: Promise<void>): Promise<void> {
  const timer = setTimeout(() => session.destroy(), unbindMs)
  session.unbind(() => session.destroy())
  await closed
  clearTimeout(timer)
}

/** A failure before anything was sent. Most pass: the network, or credentials that the operator can correct. */
export const notSent = (reason: string): ProviderError =>
  new ProviderError('smpp', reason, { retryable: true, outcome: 'refused' })

/** `status 0x58`, as lists of SMPP errors have it. */
export const statusName = (status: number): string => `status 0x${status.toString(16).padStart(2, '0')}`

/** ESME_RX_T_APPN: the message is repeated later. */
const repeatLater = 0x64
const version34 = 0x34
const bindMs = 5_000
const enquireMs = 30_000
const unbindMs = 1_000
