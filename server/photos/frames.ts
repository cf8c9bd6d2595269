import { readSync, writeSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { releaseBuffer } from '#lib/safe-fetch/release-buffer.ts'

/*
 * Messages between the service and a decoder: length (4 bytes, big-endian), then the body. Not Node's IPC channel: a
 * malicious photo may control what the decoder sends, so its parser must be as small as possible.
 */

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

/** @throws when a message is longer than `maxBytes`; the messages before it have been yielded. */
export async function* readFrames(stream: Readable, maxBytes: number): AsyncGenerator<Buffer, void> {
  let part = startPart(4)
  let isHead = true
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      at += fillPart(part, chunk, at)
      while (part.held === part.bytes.length) {
        if (isHead) {
          const bytes = part.bytes.readUInt32BE()
          if (bytes > maxBytes) throw new Error('A frame is too long')
          part = startPart(bytes)
        } else {
          yield part.bytes
          part = startPart(4)
        }
        isHead = !isHead
      }
    }
    releaseBuffer(chunk)
  }
}

/** A head or a body that has arrived in part. */
type Part = { bytes: Buffer; held: number }

const startPart = (bytes: number): Part => ({ bytes: Buffer.allocUnsafe(bytes), held: 0 })

/** @returns how many bytes of the chunk belong to the part. */
function fillPart(part: Part, chunk: Buffer, from: number): number {
  const copied = chunk.copy(part.bytes, part.held, from)
  part.held += copied
  return copied
}
