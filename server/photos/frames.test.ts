import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readFrameSync, writeFrame, writeFrameSync } from './frames.ts'
import { readFrames } from './read-frames.ts'

async function collect(stream: Readable, maxBytes: number): Promise<string[]> {
  const frames: string[] = []
  for await (const frame of readFrames(stream, maxBytes)) frames.push(frame.toString('hex'))
  return frames
}

async function written(frames: Buffer[]): Promise<Buffer> {
  const stream = new PassThrough()
  for (const frame of frames) writeFrame(stream, [frame.subarray(0, 1), frame.subarray(1)])
  stream.end()
  return Buffer.concat(await stream.toArray())
}

test('frames are decoded unchanged for any chunking of the stream', async () => {
  const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array))
  const cuts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), cuts, async (frames, lengths) => {
      const whole = await written(frames)
      const chunks: Buffer[] = []
      for (let at = 0, turn = 0; at < whole.length; turn += 1) {
        const length = lengths[turn % lengths.length] ?? 1
        chunks.push(whole.subarray(at, at + length))
        at += length
      }
      const read = await collect(Readable.from(chunks), 40)
      assert.deepEqual(
        read,
        frames.map((frame) => frame.toString('hex')),
      )
    }),
  )
})

test('a frame over the limit ends the reading before its bytes are held', async () => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(41)
  await assert.rejects(collect(Readable.from([head]), 40), /too long/)
})

test('a frame cut short by the end of the stream is not given out', async () => {
  const whole = await written([Buffer.from('whole'), Buffer.from('cut short')])
  const frames = await collect(Readable.from([whole.subarray(0, -1)]), 40)
  assert.deepEqual(frames, [Buffer.from('whole').toString('hex')])
})

test('the decoder\u2019s side reads and writes the same frames, and notices the end', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dray-frames-'))
  const file = path.join(folder, 'frames')
  const frames = ['', 'a', 'photo']
  const output = openSync(file, 'w')
  for (const frame of frames)
    writeFrameSync(output, [Buffer.from(frame.slice(0, 2)), Buffer.from(frame.slice(2))])
  closeSync(output)
  const room = Buffer.alloc(5)
  const input = openSync(file, 'r')
  for (const frame of frames) assert.equal(String(readFrameSync(input, room)), frame)
  assert.equal(readFrameSync(input, room), null)
  closeSync(input)
  const again = openSync(file, 'r')
  assert.equal(String(readFrameSync(again, room)), '')
  readFrameSync(again, room)
  assert.throws(() => readFrameSync(again, room.subarray(1)), /too long/)
  closeSync(again)
  rmSync(folder, { recursive: true })
})
