import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sofa, startDray } from '../support/dray.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { trip } from '../support/trips.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()
const operations = [
  { path: '/v1/pricing/estimate', body: trip },
  { path: '/v1/jobs', body: sofa },
]
const plain = (code: string) => ({ error: exactly(code), message: 'string' }) as const

test('7 a body of 65,536 bytes is read, one byte more is 413 payload_too_large', async () => {
  for (const { path, body } of operations) {
    const whole = JSON.stringify(body)
    const padded = (bytes: number) =>
      `${whole.slice(0, -1)},"more":"${'a'.repeat(bytes - whole.length - 10)}"}`
    assert.equal(padded(65_536).length, 65_536)
    assert.ok((await partner.call(path, { raw: padded(65_536) })).status < 300)
    const { status, body: refused } = await partner.call(path, { raw: padded(65_537) })
    assert.equal(status, 413)
    assertShape(refused, plain('payload_too_large'))
  }
})

const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json, text/html',
  'application/problem+json',
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
  'json',
  '*/*',
]

test('7 another content type or charset is 415 unsupported_media_type', async () => {
  for (const { path, body } of operations) {
    for (const type of otherTypes) {
      const { status, body: refused } = await partner.call(path, { body, headers: { 'content-type': type } })
      assert.equal(status, 415, type)
      assertShape(refused, plain('unsupported_media_type'))
    }
  }
})

test('7 a compressed body, or one labelled so, is 415', async () => {
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, identity']) {
    const { status } = await partner.call('/v1/jobs', {
      body: sofa,
      headers: { 'content-encoding': encoding },
    })
    assert.equal(status, 415, encoding)
  }
  const plainly = await partner.call('/v1/jobs', { body: sofa, headers: { 'content-encoding': 'identity' } })
  assert.equal(plainly.status, 201)
})

const deep = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)
const valid = JSON.stringify(trip)

const unreadable: Record<string, string | Buffer> = {
  nothing: '',
  'white space': ' \n ',
  'broken JSON': '{"title": "a"',
  'a trailing comma': '{"size":"S",}',
  'single quotes': "{'size':'S'}",
  comments: '{"size":"S"/* small */}',
  NaN: '{"size":NaN}',
  Infinity: '{"size":-Infinity}',
  'two values': '{}{}',
  'a byte order mark alone': '\ufeff',
  'two byte order marks': `\ufeff\ufeff${valid}`,
  'a byte order mark at the end': `${valid}\ufeff`,
  'invalid UTF-8': Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
  'a lone surrogate in UTF-8': Buffer.concat([
    Buffer.from('{"title":"'),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]),
  'UTF-16': Buffer.from(valid, 'utf16le'),
  'a raw control character': '{"title":"a\u0001b"}',
  'a member twice': '{"size":"S","size":"M"}',
  'a member twice, deep': '{"pickup":{"address":"a","address":"b"}}',
  'a member twice in a list': '{"photos":[{"a":1,"a":2}]}',
  'a member twice by an escape': '{"size":"S","s\\u0069ze":"M"}',
  'a member twice in an unknown one': '{"more":{"x":1,"x":1}}',
  __proto__: '{"__proto__":{"status":"posted"}}',
  '__proto__ by an escape': '{"__proto\\u005f_":1}',
  '__proto__, deep': '{"pickup":{"address":"Madrid","__proto__":{}}}',
  '17 levels': deep(17),
  'a hundred thousand levels': '['.repeat(30_000),
  'levels of lists': `{"a":${'['.repeat(16)}${']'.repeat(16)}}`,
  'a list': '[]',
  'a list of bodies': `[${valid}]`,
  'a string': '"text"',
  'a number': '7',
  null: 'null',
  true: 'true',
}

for (const [name, raw] of Object.entries(unreadable)) {
  test(`7 a body that is ${name} is 400 validation_error on \`body\``, async () => {
    for (const { path } of operations) {
      const answer = await partner.call(path, { raw })
      assert.equal(answer.status, 400)
      assertShape(answer.body, { ...plain('validation_error'), details: { body: 'string' } })
    }
  })
}

test('7 a byte order mark before the JSON is ignored', async () => {
  const { status } = await partner.call('/v1/pricing/estimate', { raw: `\ufeff${valid}` })
  assert.equal(status, 200)
  assert.equal((await partner.call('/v1/jobs', { raw: `\ufeff${JSON.stringify(sofa)}` })).status, 201)
})

test('7 a member that is named twice is named in `details`, with its path', async () => {
  for (const [raw, named] of [
    ['{"size":"S","size":"M"}', '`size`'],
    ['{"pickup":{"address":"a", "floor" : 1,\n"address" :"b"}}', '`pickup.address`'],
    ['{"photos":["a,b",[1,2],{"a":1,"a":2}]}', '`photos[2].a`'],
    ['{"a":{"b":1},"c":[{"b":1},{"b":1}],"s\\u0069ze":"M","size":"\\"size\\":"}', '`size`'],
    [`{"${'x'.repeat(500)}":1,"${'x'.repeat(500)}":2}`, `\`${'x'.repeat(100)}\``],
    [`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)},"a":1}`, '`a`'],
  ] as const) {
    const { status, body } = await partner.call('/v1/jobs', { raw })
    assert.equal(status, 400)
    assert.equal((body['details'] as { body?: string }).body, `names ${named} twice`)
  }
  const spanish = await partner.call('/v1/jobs', {
    raw: '{"size":"S","size":"M"}',
    headers: { 'accept-language': 'es' },
  })
  assert.deepEqual(spanish.body['details'], { body: 'nombra dos veces `size`' })
})

test('7 sixteen levels, equal names in different objects, and names within strings are fine', async () => {
  const bodies = [
    `${valid.slice(0, -1)},"more":${deep(15)}}`,
    `${valid.slice(0, -1)},"more":[{"a":1},{"a":1}],"text":"{\\"size\\":1,\\"size\\":2}"}`,
    `${valid.slice(0, -1)},"proto":"__proto__","x":["__proto__"]}`,
    ` \r\n\t${valid} `,
  ]
  for (const raw of bodies)
    assert.equal((await partner.call('/v1/pricing/estimate', { raw })).status, 200, raw.slice(-60))
})

test('7 a refused body does not change any prototype', async () => {
  await partner.call('/v1/jobs', {
    raw: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  })
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
})

test('7 a POST without any body is refused in the same shape', async () => {
  for (const { path } of operations) {
    const { status, body } = await partner.call(path, { method: 'POST' })
    assert.equal(status, 400)
    assertShape(body, { ...plain('validation_error'), details: { body: 'string' } })
  }
})
