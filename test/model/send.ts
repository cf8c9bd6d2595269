import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Loss } from './acts.ts'

export type Request = {
  method: string
  url: string
  headers: Record<string, string>
  body?: unknown
  loss?: Loss | null
}

/** `unreached`: the node did not get the request. `lost`: the client does not know what came of it. */
export type Reply =
  | { kind: 'response'; status: number; headers: Headers; text: string }
  | { kind: 'unreached'; why: string }
  | { kind: 'lost'; why: string }

/** A client that waits longer has gone. */
const patienceMs = 15_000

/** Sends one request over a new connection, which the client may lose. */
export function send({ method, url, headers, body, loss = null }: Request): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const payload = body === undefined ? null : Buffer.from(JSON.stringify(body))
  const request = http.request(url, {
    method,
    agent: false,
    timeout: patienceMs,
    headers: {
      ...headers,
      ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
    },
  })
  const lose = (why: string) => {
    resolve({ kind: 'lost', why })
    request.destroy()
  }
  request.on('timeout', () => lose('no response in time'))
  request.on('error', (error: NodeJS.ErrnoException) => {
    const why = error.code ?? error.message
    resolve({ kind: why === 'ECONNREFUSED' ? 'unreached' : 'lost', why })
  })
  request.on('response', (response) => {
    if (loss === 'late') return lose('the response was not read')
    read(response).then(resolve, () => lose('the response ended too soon'))
  })
  if (loss === 'request') {
    sendHalf(request, payload).then(
      () => {
        resolve({ kind: 'unreached', why: 'the request was cut' })
        request.destroy()
      },
      () => {},
    )
    return promise
  }
  request.end(payload ?? undefined, () => {
    if (loss === 'answer')
      sleep(3).then(
        () => lose('the client did not wait'),
        () => {},
      )
  })
  return promise
}

/** Half of the body; without a body only the connection. */
async function sendHalf(request: http.ClientRequest, payload: Buffer | null): Promise<void> {
  if (payload)
    await new Promise<void>((done) => request.write(payload.subarray(0, payload.length / 2), () => done()))
  await sleep(3)
}

async function read(response: http.IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
  const text = Buffer.concat(chunks).toString('utf8')
  return { kind: 'response', status: response.statusCode ?? 0, headers, text }
}
