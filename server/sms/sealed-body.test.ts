import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '../lib/ids.ts'
import { bodyOf, createBodySealer } from './sealed-body.ts'

// Decision 24: a sealed text can be opened with its key, in its row, and only if it is unchanged.

const sealer = createBodySealer(randomBytes(32))
const body = 'Portes: 012345 es tu codigo para entrar.\n\n@app.portes.example #012345'

test('a sealed body opens only in its row, hides its words, and differs each time', () => {
  const id = newId()
  const sealed = sealer.seal(id, body)
  assert.equal(sealer.open(id, sealed), body)
  assert.ok(!sealed.includes('012345'))
  assert.notDeepEqual(sealer.seal(id, body), sealed)
})

test('it opens neither in another row, nor with another key, nor when a bit of it was changed', () => {
  const id = newId()
  const sealed = sealer.seal(id, body)
  assert.equal(sealer.open(newId(), sealed), null)
  assert.equal(createBodySealer(randomBytes(32)).open(id, sealed), null)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.equal(sealer.open(id, changed), null, `byte ${at}`)
  }
  for (const length of [0, 1, 12, 28, sealed.length - 1])
    assert.equal(sealer.open(id, sealed.subarray(0, length)), null, `${length} bytes`)
})

test('a plain body is returned unchanged, and a removed body is empty', () => {
  const id = newId()
  assert.equal(bodyOf(sealer, { id, body: 'Loft: todo listo', sealedBody: null }), 'Loft: todo listo')
  assert.equal(bodyOf(sealer, { id, body: '', sealedBody: null }), null)
  assert.equal(bodyOf(sealer, { id, body: '', sealedBody: sealer.seal(id, body) }), body)
})
