import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { changeMe, readMe } from '#contract/app/account.ts'
import { uploadPhoto } from '#contract/app/customer.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { startPhotoHost } from '../support/photo-host.ts'
import { until } from '../support/until.ts'

// DESIGN 6 promise 9: a bounded share for each account and address; overload is answered with 503 and Retry-After.
const photos = await startPhotoHost()
after(() => photos[Symbol.asyncDispose]())
const market = await openMarket(photos.env)
after(() => market[Symbol.asyncDispose]())
const port = Number(new URL(market.app.url).port)
const mebibyte = 1_048_576

type Upload = {
  received: () => string
  /** Sends the rest of the body, so the server can respond. */
  finish: () => void
  hangUp: () => Promise<void>
}

const beginUpload = ({ headers }: Person, length: string): Upload =>
  begin('/app/v1/photos', { 'content-type': 'image/jpeg', ...headers }, length)

const beginSignIn = (address: string): Upload =>
  begin(
    '/app/v1/sign-in',
    { 'content-type': 'application/json', 'x-forwarded-for': address },
    'transfer-encoding: chunked',
  )

/** Sends the headers of a request and only the beginning of its body. */
function begin(path: string, headers: Record<string, string>, length: string): Upload {
  let received = ''
  const lines = Object.entries({ host: 'dray', ...headers }).map(([name, value]) => `${name}: ${value}`)
  const socket = net.connect(port, '127.0.0.1', () =>
    socket.write([`POST ${path} HTTP/1.1`, ...lines, length, '', firstOf(length)].join('\r\n')),
  )
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  return {
    received: () => received,
    finish: () => void socket.write(Buffer.alloc(Number(length.split(': ')[1]) - 1, 'x')),
    async hangUp() {
      socket.destroy()
      await closed
    },
  }
}

const firstOf = (length: string) => (length.startsWith('content') ? 'x' : '1\r\nx\r\n')

const isRefused = (status: number) => (upload: Upload) => upload.received().startsWith(`HTTP/1.1 ${status} `)
const hangUpAll = (uploads: Upload[]) => Promise.all(uploads.map(({ hangUp }) => hangUp()))

test('an account uploads two photos at once; the third gets 429 before its body is read', async () => {
  const person = await market.person()
  await until('sessions can be read', async () => (await person.call(readMe)).status === 200)
  const three = [1, 2, 3].map(() => beginUpload(person, 'content-length: 5000'))
  await until('one of three is refused', () => three.some(({ received }) => received()))
  const refused = three.find(isRefused(429))
  assert.match(refused?.received() ?? '', /retry-after: 2\r\n[^]*"error":"rate_limit_exceeded"/)
  const two = three.filter((each) => each !== refused)
  assert.ok(!two.some(({ received }) => received()), 'the two are still being read')
  const other = await market.person()
  const stranger = beginUpload(other, 'content-length: 5000')
  stranger.finish()
  await until('another account is served', () => isRefused(400)(stranger))
  for (const { finish } of two) finish()
  await until('and so are the two, whose bytes are no picture', () => two.every(isRefused(400)))
  await hangUpAll([...three, stranger])
  await person
    .refused(uploadPhoto, { body: Buffer.from('x') })
    .then(({ status }) => assert.equal(status, 400))
})

test('one address uploads six photos at once, over all accounts; the place of an upload that is cut is free again', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => market.person()))
  const address = { 'x-forwarded-for': '203.0.113.7' }
  const neighbours = people.map((person) => ({ ...person, headers: { ...person.headers, ...address } }))
  const uploads = neighbours.map((person) => beginUpload(person, 'content-length: 5000'))
  await until('two of eight are refused', () => uploads.filter(isRefused(429)).length === 2)
  await hangUpAll(uploads)
  const [again] = neighbours
  await until('its place is free', async () => {
    const upload = beginUpload(again as Person, 'content-length: 5000')
    upload.finish()
    await until('it is answered', () => upload.received() !== '')
    await upload.hangUp()
    return isRefused(400)(upload)
  })
})

test('the bytes of all uploads at once are bounded, told with 503, and leave room for JSON of partners', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => market.person()))
  // Without a length, 8 MiB are reserved, as for a length of 8 MiB.
  const kinds = [`content-length: ${8 * mebibyte}`, 'transfer-encoding: chunked']
  const uploads = people.map((person, index) => beginUpload(person, kinds[index % 2] ?? ''))
  await until(
    'eight of 8 MiB are taken, four are told 503',
    () => uploads.filter(isRefused(503)).length === 4,
  )
  for (const upload of uploads.filter(isRefused(503)))
    assert.match(upload.received(), /retry-after: 2\r\n[^]*"error":"service_unavailable"/)
  assert.equal((await market.partner.create({ customer_phone: '+34655199001' })).status, 201)
  await hangUpAll(uploads)
})

test('slow bodies without a session, from many addresses, block neither partners nor signed-in people', async () => {
  const person = await market.person()
  // Without a length, 64 KiB are reserved per request: at most 8 requests per address and 256 in total.
  const slow = Array.from({ length: 340 }, (_, index) => beginSignIn(`198.51.100.${index % 34}`))
  await until('strangers have all that they get', () => slow.filter(isRefused(503)).length === 84)
  const { status, body } = await market.partner.create({ customer_phone: '+34655199003' })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal((await person.call(changeMe, { body: { name: 'Ana' } })).status, 200)
  await hangUpAll(slow)
})

test('a partner creates a job with a photo while uploads wait for their decoder', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => market.person()))
  const large = await sharp({ create: { width: 4_400, height: 4_400, channels: 3, background: 'red' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const uploads = people.flatMap((person) => [1, 2].map(() => person.call(uploadPhoto, { body: large })))
  // `photos/decoder.test.ts` tests with a stopped decoder that it does not queue behind them.
  const input = { customer_phone: '+34655199002', photos: [photos.photo] }
  const { status, text } = await market.partner.create(input)
  assert.equal(status, 201, text)
  for (const answer of await Promise.all(uploads)) assert.equal(answer.status, 201)
})

test('app API, photos: a file that cannot be used is refused in words that help in the app, in both languages', async () => {
  const person = await market.person()
  const noPhoto = Buffer.from('no photo')
  const files = [
    [
      400,
      noPhoto,
      'image/jpeg',
      /^This file cannot be used as a photo\. Use JPEG, PNG/,
      /^Este archivo no sirve/,
    ],
    [
      413,
      Buffer.alloc(8 * mebibyte + 1),
      'image/jpeg',
      /^This photo is too large\./,
      /^Esta foto es demasiado/,
    ],
    [415, noPhoto, 'application/pdf', /^This is not a photo\. Use JPEG, PNG/, /^Esto no es una foto\./],
  ] as const
  for (const [status, body, type, english, spanish] of files) {
    for (const [language, words] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      const headers = { 'content-type': type, 'accept-language': language }
      const refusal = await person.refused(uploadPhoto, { body, headers })
      assert.equal(refusal.status, status)
      assert.match(refusal.body.message, words)
    }
  }
})
