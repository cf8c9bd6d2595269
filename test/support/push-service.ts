import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Value } from 'typebox/value'
import { PushPayload } from '#contract/app/live.ts'

export type ReceivedPush = {
  path: string
  payload: PushPayload
  ttl: number
  urgency: string
  topic: string | null
}

/** A local push service with its browser: it decrypts the messages that it receives, as a browser does. */
export type PushService = AsyncDisposable & {
  /** `PUSH_ENDPOINTS_ALLOWED` with this service. */
  env: Record<string, string>
  url: string
  /** A new subscription, as a browser passes it to `subscribePush`. */
  subscription: () => { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Messages of one subscription, oldest first. */
  received: (endpoint: string) => ReceivedPush[]
  /** Number of requests for the subscription, with any response. */
  asked: (endpoint: string) => number
  /** Sets the response for the subscription; the default is 201. */
  answer: (endpoint: string, status: number, headers?: Record<string, string>) => void
  /** Sets the VAPID key with which requests must be signed. */
  expectKey: (key: string) => void
  /** Reasons why malformed requests were refused. */
  faults: string[]
}

type Device = {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
  status: number
  headers: Record<string, string>
  asked: number
  received: ReceivedPush[]
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device>()
  const faults: string[] = []
  let key = ''
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const device = devices.get(request.url ?? '')
      if (!device) return response.writeHead(404).end()
      device.asked++
      try {
        const push = open(request, Buffer.concat(chunks), { device, key, host: hostOf(server) })
        if (device.status === 201) device.received.push(push)
        return response.writeHead(device.status, device.headers).end()
      } catch (error) {
        faults.push(String(error))
        return response.writeHead(400).end()
      }
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const url = `http://${hostOf(server)}`
  const deviceAt = (endpoint: string): Device =>
    devices.get(new URL(endpoint).pathname) ?? assert.fail('an endpoint of this service')
  return {
    env: { PUSH_ENDPOINTS_ALLOWED: hostOf(server), PUSH_CONTACT: 'mailto:ops@dray.test' },
    url,
    faults,
    subscription() {
      const ecdh = createECDH('prime256v1')
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const auth = randomBytes(16)
      devices.set(path, { ecdh, auth, status: 201, headers: {}, asked: 0, received: [] })
      return {
        endpoint: url + path,
        keys: { p256dh: ecdh.generateKeys('base64url'), auth: auth.toString('base64url') },
      }
    },
    received: (endpoint) => deviceAt(endpoint).received,
    asked: (endpoint) => deviceAt(endpoint).asked,
    answer: (endpoint, status, headers = {}) => void Object.assign(deviceAt(endpoint), { status, headers }),
    expectKey: (expected) => {
      key = expected
    },
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const hostOf = (server: http.Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`

type Expected = { device: Device; key: string; host: string }

function open(
  { method, url, headers }: http.IncomingMessage,
  body: Buffer,
  { device, key, host }: Expected,
): ReceivedPush {
  assert.equal(method, 'POST')
  assert.equal(headers['content-encoding'], 'aes128gcm')
  checkVapid(headers.authorization ?? '', { key, audience: `http://${host}` })
  const payload: unknown = JSON.parse(decrypted(body, device).toString('utf8'))
  assert.ok(Value.Check(PushPayload, payload), JSON.stringify(payload))
  return {
    path: url ?? '',
    payload,
    ttl: Number(headers.ttl),
    urgency: String(headers.urgency),
    topic: typeof headers.topic === 'string' ? headers.topic : null,
  }
}

/** Checks VAPID (RFC 8292): a JWT that is signed with ES256 by the key in the header. */
function checkVapid(authorization: string, { key, audience }: { key: string; audience: string }): void {
  const [, token = '', named = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? []
  assert.equal(named, key, 'signed by the key the browser subscribed to')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(named, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  assert.ok(isSigned, 'the signature')
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  assert.equal(said.aud, audience)
  assert.equal(said.sub, 'mailto:ops@dray.test')
  const expires = Number(said.exp) - Date.now() / 1_000
  assert.ok(expires > 0 && expires <= 86_400, 'expires within a day')
}

/** Decrypts one record of RFC 8188 with the keys of RFC 8291. */
function decrypted(body: Buffer, { ecdh, auth }: Device): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length))
  const opener = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  opener.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
