import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import smpp, { type Pdu, type Session } from 'smpp'
import { freePort } from './free-port.ts'

/** The settings of an account at an SMS centre on this machine. */
export const smppAccount = (port: number, more: Record<string, string> = {}) => ({
  SMPP_HOST: '127.0.0.1',
  SMPP_PORT: String(port),
  SMPP_SYSTEM_ID: 'dray',
  SMPP_PASSWORD: 'right',
  SMPP_FROM: 'Dray',
  ...more,
})

export type SmppCentre = AsyncDisposable & {
  port: number
  binds: Pdu[]
  submitted: Pdu[]
  sessions: Session[]
  /** What the centre answers to a bind; by default it compares the password. */
  onBind: (bind: Pdu, session: Session) => void
  /** What the centre does with a text; by default it accepts it as `C1`, `C2` and so on. */
  onSubmit: (text: Pdu, session: Session) => void
  /** Sends a message to the account, and resolves with its answer. */
  deliver: (fields: object) => Promise<Pdu>
  /** Cuts every connection. */
  cut: () => void
}

type Tls = { key: string; cert: string }

/** An SMS centre that a test can make fail, by the server of the package `smpp`. The password is `right`. */
export async function startSmppCentre(tls: Partial<Tls> = {}): Promise<SmppCentre> {
  const sessions: Session[] = []
  const server = smpp.createServer(tls, (session) => {
    sessions.push(session)
    session.on('error', () => {})
    session.on('close', () => sessions.splice(sessions.indexOf(session), 1))
    session.on('bind_transceiver', (bind: Pdu) => {
      centre.binds.push(bind)
      centre.onBind(bind, session)
    })
    session.on('enquire_link', (request: Pdu) => session.send(request.response()))
    session.on('unbind', (request: Pdu) => session.send(request.response()))
    session.on('submit_sm', (text: Pdu) => {
      centre.submitted.push(text)
      centre.onSubmit(text, session)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const session of [...sessions]) session.destroy()
  }
  const centre: SmppCentre = {
    port: (server.address() as AddressInfo).port,
    binds: [],
    submitted: [],
    sessions,
    onBind: (bind, session) =>
      session.send(bind.response(bind.password === 'right' ? {} : { command_status: 0x0e })),
    onSubmit: (text, session) => session.send(text.response({ message_id: `C${centre.submitted.length}` })),
    deliver: (fields) =>
      new Promise((resolve, reject) => {
        const isSent = sessions.at(-1)?.deliver_sm(fields, resolve)
        if (!isSent) reject(new Error('no client is connected'))
      }),
    cut,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
  return centre
}

/** A delivery receipt as most SMS centres write it. */
export const receipt = (id: string, stat: string, err = '000') => ({
  esm_class: 4,
  source_addr: '34600111222',
  destination_addr: 'Dray',
  short_message: `id:${id} sub:001 dlvrd:001 submit date:2611291200 done date:2611291201 stat:${stat} err:${err} text:Loft`,
})

/** False if this machine has Net::SMPP (Debian: `libnet-smpp-perl`); otherwise why the tests are skipped. */
export const perlCentreMissing: string | false =
  spawnSync('perl', ['-MNet::SMPP', '-e', '1']).status === 0
    ? false
    : 'no Net::SMPP: SMPP was not tested against another implementation'

/** An SMS centre by another implementation of the protocol. Lines are what it received (`smpp-centre.pl`). */
export async function startPerlCentre() {
  const port = await freePort()
  const script = path.join(import.meta.dirname, 'smpp-centre.pl')
  const child = spawn('perl', [script, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const reader = createInterface(child.stdout)
  reader.on('line', (line) => lines.push(line))
  await once(reader, 'line')
  return {
    port,
    lines,
    async [Symbol.asyncDispose]() {
      const closed = once(child, 'close')
      child.kill()
      await closed
    },
  }
}

/** A self-signed certificate for 127.0.0.1; null without `openssl`. */
export function createCertificate(): Tls | null {
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=centre']
  const more = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-keyout', '-', '-out', '-']
  try {
    const pem = execFileSync('openssl', [...request, ...more], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString()
    const [key = '', cert = ''] = pem.split(/(?=-----BEGIN CERTIFICATE-----)/)
    return { key, cert }
  } catch {
    return null
  }
}
