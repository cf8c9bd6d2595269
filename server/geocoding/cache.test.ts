import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byOperator } from '../../test/support/by-operator.ts'
import { createDatabase } from '../../test/support/database.ts'
import { located, stub } from '../../test/support/geocoding.ts'
import { cached } from './cache.ts'
import type { Geocoded } from './geocoder.ts'
import { replacePostcodes } from './import-postcodes.ts'
import { createPostcodeVersion, type DataVersion } from './postcode-version.ts'
import { deleteExpiredGeocodes } from './store.ts'

const here = located()

test('cache in memory: an address is asked once, and peek has it at once', async () => {
  const engine = stub('e', () => here)
  const remembering = cached(engine)
  assert.equal(remembering.peek('Madrid'), undefined)
  assert.deepEqual(await remembering.geocode('Madrid'), here)
  assert.deepEqual(await remembering.geocode('Madrid'), here)
  assert.deepEqual(remembering.peek('Madrid'), here)
  assert.equal(engine.asked.length, 1)
})

test('cache in memory: refusals are kept too', async () => {
  const engine = stub('e', () => ({ outcome: 'not_found' }))
  const remembering = cached(engine)
  await remembering.geocode('x')
  await remembering.geocode('x')
  assert.equal(engine.asked.length, 1)
})

test('cache in memory: unavailable is never kept', async () => {
  const answers: Geocoded[] = [{ outcome: 'unavailable' }, here]
  const remembering = cached(stub('e', () => answers.shift() ?? { outcome: 'not_found' }))
  assert.deepEqual(await remembering.geocode('x'), { outcome: 'unavailable' })
  assert.equal(remembering.peek('x'), undefined)
  assert.deepEqual(await remembering.geocode('x'), here)
})

test('cache in memory: concurrent look-ups of one address are one, in any spelling', async () => {
  const gate = Promise.withResolvers<Geocoded>()
  const engine = stub('e', () => gate.promise)
  const remembering = cached(engine)
  const all = ['Calle Mayor', 'calle  mayor ', 'CALLE MAYOR'].map((text) => remembering.geocode(text))
  gate.resolve(here)
  assert.deepEqual(await Promise.all(all), [here, here, here])
  assert.equal(engine.asked.length, 1)
})

test('cache in memory: one caller giving up leaves the others their answer', async () => {
  const gate = Promise.withResolvers<Geocoded>()
  const remembering = cached(stub('e', () => gate.promise))
  const impatient = new AbortController()
  const one = remembering.geocode('x', impatient.signal)
  const other = remembering.geocode('x', new AbortController().signal)
  impatient.abort(new Error('gone'))
  await assert.rejects(one, /gone/)
  gate.resolve(here)
  assert.deepEqual(await other, here)
})

test('cache in memory: an engine that throws is asked again', async () => {
  let calls = 0
  const remembering = cached(
    stub('e', () => {
      if (++calls === 1) throw new Error('damaged data')
      return here
    }),
  )
  await assert.rejects(remembering.geocode('x'), /damaged data/)
  assert.deepEqual(await remembering.geocode('x'), here)
})

test('cache in memory: no more is kept than asked for', async () => {
  const engine = stub('e', () => here)
  const remembering = cached(engine, { maxEntries: 2 })
  for (const text of ['a', 'b', 'c']) await remembering.geocode(text)
  assert.equal(remembering.peek('a'), undefined)
  assert.deepEqual(remembering.peek('c'), here)
})

describe('when its data changes', () => {
  /** A version that the test sets; `peek` returns undefined when `isFresh` is false. */
  const versionOf = () => {
    const state = { value: '1', isFresh: true, reads: 0 }
    const version: DataVersion = {
      peek: () => (state.isFresh ? state.value : undefined),
      read: async () => {
        state.reads++
        return state.value
      },
    }
    return { state, version }
  }

  test('everything remembered is forgotten, refusals too', async () => {
    const { state, version } = versionOf()
    const engine = stub('e', (text) => (text === 'x' ? here : { outcome: 'not_found' }))
    const remembering = cached(engine, { version })
    for (const text of ['x', 'y', 'x', 'y']) await remembering.geocode(text)
    assert.equal(engine.asked.length, 2)
    state.value = '2'
    assert.equal(remembering.peek('x'), undefined)
    for (const text of ['x', 'y', 'x', 'y']) await remembering.geocode(text)
    assert.equal(engine.asked.length, 4)
  })

  test('peek answers nothing until the version was read again', async () => {
    const { state, version } = versionOf()
    const remembering = cached(
      stub('e', () => here),
      { version },
    )
    await remembering.geocode('x')
    assert.deepEqual(remembering.peek('x'), here)
    state.isFresh = false
    assert.equal(remembering.peek('x'), undefined)
    assert.deepEqual(await remembering.geocode('x'), here)
    assert.equal(state.reads, 1)
  })

  test('an answer that was asked for before the change is given, and not kept', async () => {
    const { state, version } = versionOf()
    const gates = [Promise.withResolvers<Geocoded>(), Promise.withResolvers<Geocoded>()]
    let calls = 0
    const engine = stub('e', () => gates[calls++]?.promise ?? here)
    const remembering = cached(engine, { version })
    const old = remembering.geocode('x')
    state.value = '2'
    // A later caller must not share the look-up that uses the old data.
    const fresh = remembering.geocode('x')
    gates[1]?.resolve(located({ locality: 'new' }))
    assert.deepEqual(await fresh, located({ locality: 'new' }))
    gates[0]?.resolve(located({ locality: 'old' }))
    assert.deepEqual(await old, located({ locality: 'old' }))
    assert.deepEqual(remembering.peek('x'), located({ locality: 'new' }))
  })
})

describe('the version of the postcodes', () => {
  test('changes with every import, and is read at most once in its span', async () => {
    await using db = await createDatabase()
    let now = 0
    const version = createPostcodeVersion({ pool: db.pool, now: () => now }, { maxAgeMs: 2_000 })
    assert.equal(version.peek(), undefined)
    const first = await version.read()
    await replacePostcodes({ ...db, by: byOperator() }, 'es', [])
    assert.equal(version.peek(), first)
    now = 2_000
    assert.equal(version.peek(), undefined)
    const second = await version.read()
    assert.notEqual(second, first)
    await replacePostcodes({ ...db, by: byOperator() }, 'es', [])
    now = 4_000
    assert.notEqual(await version.read(), second)
  })

  test('stays as it was while the database is away', async () => {
    const db = await createDatabase()
    let now = 0
    const version = createPostcodeVersion({ pool: db.pool, now: () => now }, { maxAgeMs: 2_000 })
    await replacePostcodes({ ...db, by: byOperator() }, 'es', [])
    const known = await version.read()
    await db[Symbol.asyncDispose]()
    now = 2_000
    assert.equal(await version.read(), known)
  })
})

test('cache in PostgreSQL: a result cached by one node is used by the next', async () => {
  await using db = await createDatabase()
  const first = stub('nominatim', () => here)
  const second = stub('nominatim', () => ({ outcome: 'not_found' }))
  await cached(first, { kysely: db.kysely }).geocode('Calle Mayor 10, Madrid')
  const other = cached(second, { kysely: db.kysely })
  assert.deepEqual(await other.geocode('CALLE MAYOR 10,  MADRID'), here)
  assert.equal(second.asked.length, 0)
  assert.deepEqual(other.peek('CALLE MAYOR 10,  MADRID'), here)
})

test('cache in PostgreSQL: another engine, or newer data, is asked afresh', async () => {
  await using db = await createDatabase()
  await cached(
    stub('a', () => here),
    { kysely: db.kysely },
  ).geocode('x')
  const other = stub('b', () => here)
  await cached(other, { kysely: db.kysely }).geocode('x')
  const newer = { ...stub('a', () => here), dataVersion: '2' }
  await cached(newer, { kysely: db.kysely }).geocode('x')
  assert.deepEqual([other.asked.length, newer.asked.length], [1, 1])
})

test('cache in PostgreSQL: the address itself is not stored, and expired answers go', async () => {
  await using db = await createDatabase()
  await cached(
    stub('a', () => here),
    { kysely: db.kysely },
  ).geocode('Calle Secreta 7')
  const { rows } = await db.pool.query('select key, outcome::text from geocode_cache')
  assert.equal(rows.length, 1)
  assert.doesNotMatch(JSON.stringify(rows), /secreta/i)
  assert.equal(await deleteExpiredGeocodes(db.kysely), 0)
  await db.pool.query("update geocode_cache set expires_at = now() - interval '1 second'")
  const again = stub('a', () => here)
  await cached(again, { kysely: db.kysely }).geocode('Calle Secreta 7')
  assert.equal(again.asked.length, 1)
  await db.pool.query("update geocode_cache set expires_at = now() - interval '1 second'")
  assert.equal(await deleteExpiredGeocodes(db.kysely), 1)
})

test('cache in PostgreSQL: a refusal is kept for minutes, a place for a day', async () => {
  await using db = await createDatabase()
  const remembering = cached(
    stub('a', (text) => (text === 'x' ? here : { outcome: 'ambiguous' })),
    db,
  )
  await remembering.geocode('x')
  await remembering.geocode('y')
  const { rows } = await db.pool.query<{ minutes: number }>(
    `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from geocode_cache order by expires_at`,
  )
  assert.deepEqual(rows, [{ minutes: 10 }, { minutes: 1_440 }])
})

test('cache in PostgreSQL: without the database the engine still answers', async () => {
  const db = await createDatabase()
  await db[Symbol.asyncDispose]()
  const remembering = cached(
    stub('a', () => here),
    { kysely: db.kysely },
  )
  assert.deepEqual(await remembering.geocode('x'), here)
})
