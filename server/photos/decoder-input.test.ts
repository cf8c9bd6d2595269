import assert from 'node:assert/strict'
import { readdirSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { ProviderError } from '../lib/provider-error.ts'
import { openDecoderInput } from './decoder-input.ts'

async function makeFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dray-input-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('2A an image is read without the rest of a longer one before it', async () => {
  await using place = await makeFolder()
  const input = openDecoderInput([place.folder])
  input.write(Buffer.from('the first image'))
  input.write(Buffer.from('another'))
  const read = Buffer.alloc(20)
  assert.equal(readSync(input.descriptor, read, 0, 20, 0), 'another'.length)
  assert.equal(read.toString('latin1', 0, 7), 'another')
  input.close()
})

test('2A the file has no name, and the decoder may only read it', async () => {
  await using place = await makeFolder()
  const input = openDecoderInput([place.folder])
  assert.deepEqual(readdirSync(place.folder), [])
  assert.throws(() => writeSync(input.descriptor, 'x'), { code: 'EBADF' })
  input.close()
})

test('3 the second folder is used where the first takes no file; none is a ProviderError', async () => {
  await using place = await makeFolder()
  const missing = path.join(place.folder, 'missing')
  const input = openDecoderInput([missing, place.folder])
  input.write(Buffer.from('image'))
  input.close()
  assert.throws(() => openDecoderInput([missing]), ProviderError)
})

test('after the end of its decoder a file takes nothing', async () => {
  await using place = await makeFolder()
  const input = openDecoderInput([place.folder])
  input.close()
  const other = path.join(place.folder, 'other')
  writeFileSync(other, 'other')
  assert.throws(() => input.write(Buffer.from('image')), ProviderError)
  assert.equal(readFileSync(other, 'latin1'), 'other')
})
