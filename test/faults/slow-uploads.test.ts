import assert from 'node:assert/strict'
import net from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { uploadPhoto } from '#contract/app/customer.ts'
import { createInstallation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { type Person, signIn } from '../support/person.ts'
import { until } from '../support/until.ts'

/*
 * DESIGN 6, 9: no account can take more than its share, and a phone with a slow uplink still gets its photo to the
 * server, also behind a proxy that does not buffer.
 */
const installation = await createInstallation()
const server = await installation.start('serve')
after(async () => {
  await server[Symbol.asyncDispose]()
  await installation[Symbol.asyncDispose]()
})
const newPerson = () => signIn({ ...installation, url: server.url }, newPhone(), { language: 'es' })

describe('a photo has the time that its connection needs', { concurrency: true }, () => {
  test('a slow upload arrives, although a request has 8 s; the next request of its connection has 8 s again', async () => {
    const photo = await noise()
    const upload = open(head(await newPerson(), photo.length))
    for (let at = 0; at < photo.length; at += 16_384) {
      upload.write(photo.subarray(at, at + 16_384))
      await sleep(400)
    }
    await until('the photo is stored', () => upload.received().startsWith('HTTP/1.1 201 '))
    upload.write(Buffer.from(slowJson))
    await upload.closed
    assert.match(upload.received(), /"photo_id"[^]*HTTP\/1\.1 408 [^]*"error":"request_timeout"/)
  })

  test('an upload below the minimum rate, one without a byte and one that stops are cut with 408, and leave their places', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const stopped = open(head(other, 2_000_000))
    stopped.write(Buffer.alloc(400_000))
    const three = [1, 2, 3].map(() => open(head(person, 2_000_000)))
    const isRefused = ({ received }: Connection) => received().startsWith('HTTP/1.1 429 ')
    await until('the account has two places', () => three.some(isRefused))
    const [slow, empty] = three.filter((each) => !isRefused(each))
    assert.ok(slow && empty)
    using _drip = every(200, () => slow.write(Buffer.alloc(800)))
    await Promise.all([slow.closed, empty.closed, stopped.closed])
    for (const { received } of [slow, empty, stopped]) {
      assert.match(received(), /^HTTP\/1\.1 408 [^]*connection: close\r\n/)
      assert.match(received(), /"error":"request_timeout","message":"La foto no ha llegado/)
      assert.equal(received().match(/HTTP\/1\.1/g)?.length, 1, 'one answer, not two')
    }
    const files = await Promise.all([noise(), noise()])
    await Promise.all(files.map((body) => person.ok(uploadPhoto, { body })))
  })

  test('without a session, or with JSON, the route of a photo gives no longer time', async () => {
    const length = 'Content-Length: 2000000'
    const stranger = open(['POST /app/v1/photos HTTP/1.1', 'Host: dray', type, length])
    const json = open([...head(await newPerson(), 0).slice(0, -2), jsonType, length])
    using _drip = every(200, () => [stranger, json].map(({ write }) => write(Buffer.alloc(8_000))))
    await Promise.all([stranger.closed, json.closed])
    assert.match(stranger.received(), /^HTTP\/1\.1 401 /)
    assert.match(json.received(), /^HTTP\/1\.1 415 /)
  })
})

const type = 'Content-Type: image/jpeg'
const jsonType = 'Content-Type: application/json'
const slowJson = `POST /app/v1/sign-in HTTP/1.1\r\nHost: dray\r\n${jsonType}\r\nContent-Length: 500\r\n\r\n{`

const head = ({ headers }: Person, length: number): string[] => [
  'POST /app/v1/photos HTTP/1.1',
  'Host: dray',
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  type,
  `Content-Length: ${length}`,
]

type Connection = ReturnType<typeof open>

/** Opens a connection, and sends the lines as the headers of a request. */
function open(lines: string[]) {
  let received = ''
  const socket = net.connect(server.port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    received: () => received,
    write: (bytes: Buffer) => void (socket.writable && socket.write(bytes)),
    closed,
  }
}

function every(ms: number, act: () => void): Disposable {
  const timer = setInterval(act, ms)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** A JPEG of about 400 kB: at 40 kB a second it takes longer than a whole request may. */
async function noise(): Promise<Buffer> {
  const [width, height] = [800, 600]
  const raw = { width, height, channels: 3 as const }
  const pixels = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)))
  const jpeg = await sharp(Buffer.alloc(width * height * 3, pixels), { raw })
    .jpeg({ quality: 90 })
    .toBuffer()
  return jpeg
}
