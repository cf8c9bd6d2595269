import { readSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'

/*
 * Messages between the service and a decoder: length (4 bytes, big-endian), then the body. Not Node's IPC channel: a
 * malicious photo may control the decoder's output, so its parser must be as small as possible.
 */

export function writeFrame(stream: Writable, parts: Buffer[]): void {
  stream.cork()
  stream.write(headOf(lengthOf(parts)))
  for (const part of parts) stream.write(part)
  stream.uncork()
}

/**
 * Reads the next message into `room`; blocks until it is complete, because a decoder has no other work.
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
