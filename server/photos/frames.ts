import { readSync, writeSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

/*
 * Messages between the service and a decoder: length (4 bytes, big-endian), then the body. Not Node's IPC channel: a
 * malicious photo may control what the decoder sends, so its parser must be as small as possible.
 */

/** @throws when a message is longer than `mostBytes`; the messages before it have been yielded. */
export async function* readFrames(stream: Readable, mostBytes: number): AsyncGenerator<Buffer, void> {
  let chunks: Buffer[] = []
  let held = 0
  let end: number | null = null
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    held += chunk.length
    // Concatenate only when a header or a body is complete: a picture arrives in dozens of chunks.
    while (held >= (end ?? 4)) {
      const all: Buffer = Buffer.concat(chunks, held)
      chunks = [all]
      end ??= 4 + all.readUInt32BE()
      if (end > 4 + mostBytes) throw new Error('A frame is too long')
      if (held < end) break
      yield all.subarray(4, end)
      chunks = [all.subarray(end)]
      held -= end
      end = null
    }
  }
}

export function writeFrame(stream: Writable, parts: Buffer[]): void {
  stream.cork()
  stream.write(headOf(lengthOf(parts)))
  for (const part of parts) stream.write(part)
  stream.uncork()
}

/**
 * Reads the next message into `room`; blocks until it is complete, as a decoder has nothing else to do.
 *
 * @returns null at the end of the input.
 * @throws when the message is longer than `room`.
 */
export function readFrameSync(descriptor: number, room: Buffer): Buffer | null {
  const head = Buffer.alloc(4)
  if (!fill(descriptor, head)) return null
  const bytes = head.readUInt32BE()
  if (bytes > room.length) throw new Error('A frame is too long')
  const body = room.subarray(0, bytes)
  return fill(descriptor, body) ? body : null
}

export function writeFrameSync(descriptor: number, parts: Buffer[]): void {
  const body = Buffer.concat([headOf(lengthOf(parts)), ...parts])
  for (let done = 0; done < body.length; ) done += writeSync(descriptor, body, done)
}

const lengthOf = (parts: Buffer[]): number => parts.reduce((bytes, part) => bytes + part.length, 0)

function headOf(bytes: number): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes)
  return head
}

function fill(descriptor: number, room: Buffer): boolean {
  for (let done = 0; done < room.length; ) {
    const bytes = readSync(descriptor, room, done, room.length - done, null)
    if (bytes === 0) return false
    done += bytes
  }
  return true
}
