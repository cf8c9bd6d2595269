import type { Readable } from 'node:stream'
import { releaseBuffer } from '#lib/safe-fetch/release-buffer.ts'

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
