import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'
import {
  assertRefused,
  brokenLines,
  brokenTexts,
  inputsOf,
  letters,
  loneSurrogates,
  notStrings,
  separators,
  sofas,
  unseenTexts,
} from '../support/refused-input.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

const { create } = inputsOf(partner)

const textFields = {
  title: { at: (value: unknown) => ({ title: value }), field: 'title', max: 200, empty: ['', ' ', '\t\n  '] },
  'pickup.address': {
    at: (value: unknown) => ({ pickup: { address: value } }),
    field: 'pickup.address',
    max: 500,
    empty: ['', '   ', 'ab', ' ab '],
  },
  'dropoff.address': {
    at: (value: unknown) => ({ dropoff: { address: value } }),
    field: 'dropoff.address',
    max: 500,
    empty: ['', '   ', 'ab', ' ab '],
  },
}

for (const [name, { at, field, max, empty }] of Object.entries(textFields)) {
  test(`2.2 ${name} is a string: null, numbers, lists and objects are refused`, async () => {
    for (const value of notStrings) assertRefused(await create(at(value)), [field], value)
  })

  test(`2.2 ${name} too short or blank is refused`, async () => {
    for (const value of empty) assertRefused(await create(at(value)), [field], value)
  })

  test(`2.2 ${name} holds ${max} code points, not UTF-16 units, and not one more`, async () => {
    assertRefused(await create(at(letters(max + 1))), [field], 'one letter more')
    assertRefused(await create(at(sofas(max + 1))), [field], 'one code point more')
    for (const text of [letters(max), sofas(max), `  ${letters(max)}  `])
      assert.notEqual((await create(at(text))).status, 400, `${max} code points are taken`)
  })

  test(`2.2 ${name} with control characters or lone surrogates is refused`, async () => {
    const broken = name === 'title' ? brokenLines : brokenTexts
    for (const value of broken) assertRefused(await create(at(value)), [field], value)
  })

  test(`3 Limits: ${name} that shows nothing is refused`, async () => {
    for (const value of [...unseenTexts, ' \u200b \u2800 ', '\u200b\u200c\u3164']) {
      const answer = await create(at(value))
      assertRefused(answer, [field], value)
      // Some of them count as white space.
      assert.match(answer.body.details?.[field] ?? '', /character that can be seen|not be empty|at least 3/)
    }
  })
}

test('3 Limits: a line break or tab in an address reads as `, `, on create, estimate and in what is stored', async () => {
  const plain = {
    pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
    dropoff: { address: 'Coso 1, Zaragoza' },
  }
  const { body: expected } = await partner.estimate(plain)
  for (const separator of [...separators, '\u2028', '\u2029', ',\n', ' \r\n , ', '\n\n\t']) {
    const written = {
      pickup: { address: `Calle Mayor 10${separator}28013 Madrid${separator}` },
      dropoff: { address: `${separator}Coso 1${separator}Zaragoza` },
    }
    assert.deepEqual((await partner.estimate(written)).body, expected, JSON.stringify(separator))
    const created = await partner.create(written)
    assert.equal(created.status, 201, JSON.stringify(separator))
    const { rows } = await app.db.pool.query('select pickup, dropoff from job where id = $1', [
      created.body.job_id,
    ])
    assert.match(JSON.stringify(rows), /"Calle Mayor 10, 28013 Madrid"/)
    assert.match(JSON.stringify(rows), /"Coso 1, Zaragoza"/)
  }
})

test('3 Limits: both forms of an address are one body for an Idempotency-Key, and so are null and absent', async () => {
  const headers = { 'idempotency-key': 'one-form' }
  const first = await partner.create({ pickup: { address: 'Calle Mayor 10, 28013 Madrid' } }, headers)
  assert.equal(first.status, 201)
  const written = { address: 'Calle Mayor 10\n28013 Madrid', floor: null, has_elevator: null }
  const again = await partner.create({ pickup: written, description: null, photos: null }, headers)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.job_id, first.body.job_id)
})

test('3 Limits: line breaks do not make an address of 500 characters too long; 501 are', async () => {
  const lines = (count: number) => `a\n${letters(count)}`
  assert.notEqual((await create({ pickup: { address: lines(498) } })).status, 400)
  assertRefused(await create({ pickup: { address: lines(499) } }), ['pickup.address'], '501 characters')
})

test('2.2 title is trimmed, and otherwise stored unchanged', async () => {
  const { status, body } = await partner.create({ title: '  Sofá   de tres plazas  ' })
  assert.equal(status, 201)
  const { rows } = await app.db.pool.query('select title from job where id = $1', [body.job_id])
  assert.deepEqual(rows, [{ title: 'Sofá   de tres plazas' }])
})

test('2.2 title with SQL, markup or a template is stored as plain text', async () => {
  for (const title of [`'; drop table job; --`, '<script>alert(1)</script>', '${7*7} {{7*7}} %s', '=1+1']) {
    const { status, body } = await partner.create({ title })
    assert.equal(status, 201)
    const { rows } = await app.db.pool.query('select title from job where id = $1', [body.job_id])
    assert.deepEqual(rows, [{ title }])
  }
})

test('2.2 description is an optional string of up to 5,000 code points; line breaks are allowed', async () => {
  for (const description of [
    '',
    'Grey.\nTwo metres long.',
    'Grey.\r\nTwo metres.',
    letters(5_000),
    sofas(5_000),
  ])
    assert.equal((await create({ description })).status, 201, JSON.stringify(description).slice(0, 40))
})

test('2.2 description over 5,000 code points, of another type, or with control characters is refused', async () => {
  const control = ['\u0000', '\u0008', '\u000b', '\u001b', '\u007f', '\u0085'].map((bad) => `a${bad}b`)
  const broken = loneSurrogates.map((bad) => `a${bad}b`)
  for (const description of [
    letters(5_001),
    sofas(5_001),
    ...notStrings.filter((value) => value !== null),
    ...control,
    ...broken,
  ])
    assertRefused(await create({ description }), ['description'], description)
})

test('2.2 of the control characters only the line break is allowed in description: a tab is refused', async () => {
  assertRefused(await create({ description: 'a\tb' }), ['description'], 'a tab')
})

test('3 Limits: description and external_reference that show nothing are refused; a description of white space is empty', async () => {
  for (const value of unseenTexts) {
    if (value.trim() !== '') assertRefused(await create({ description: value }), ['description'], value)
    assertRefused(await create({ external_reference: value }), ['external_reference'], value)
  }
  assertRefused(await create({ external_reference: '   ' }), ['external_reference'], 'white space')
  assert.equal((await create({ description: ' \n ' })).status, 201)
  for (const seen of ['\u200b1', 'o\u0301', '\u{1f6cb}\ufe0f', 'a\u{e0020}'])
    assert.equal(
      (await create({ title: seen, description: seen, external_reference: seen })).status,
      201,
      seen,
    )
})

test('2.2 external_reference is a string of 1 to 255 code points, or null, or absent', async () => {
  for (const external_reference of ['a', letters(255), sofas(255), null, undefined])
    assert.equal((await create({ external_reference })).status, 201)
})

test('2.2 external_reference of another type, empty, too long or with control characters is refused', async () => {
  const others = notStrings.filter((value) => value !== null)
  for (const external_reference of ['', letters(256), sofas(256), ...others, ...brokenLines])
    assertRefused(await create({ external_reference }), ['external_reference'], external_reference)
})

test('2.1 external_reference is returned unchanged, white space and Unicode form included', async () => {
  for (const external_reference of ['  padded  ', 'cafe\u0301', 'caf\u00e9-2', '<&">', '🛋\u200d🛋']) {
    const created = await partner.create({ external_reference })
    assert.equal(created.body.external_reference, external_reference)
    assert.equal((await partner.read(created.body.job_id)).body.external_reference, external_reference)
  }
})
