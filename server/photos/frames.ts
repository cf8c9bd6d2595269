import type { Readable, Writable } from 'node:stream'

/**
 * Messages on a byte stream, each behind its length (4 bytes, big-endian). Not the serializer of Node's own channel:
 * what a hostile photo may have taught the decoder to say must not be parsed by more than this.
 */
export async function* readFrames(stream: Readable, mostBytes: number): AsyncGenerator<Buffer, void> {
  let chunks: Buffer[] = []
  let held = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    held += chunk.length
    while (held >= 4) {
      const head = (chunks[0]?.length ?? 0) >= 4 ? chunks[0] : Buffer.concat(chunks)
      const end = 4 + (head?.readUInt32BE() ?? 0)
      if (end > 4 + mostBytes) throw new Error('A frame is too long')
      if (held < end) break
      const all = Buffer.concat(chunks, held)
      yield all.subarray(4, end)
      chunks = [all.subarray(end)]
      held -= end
    }
  }
}

export function writeFrame(stream: Writable, ...parts: Buffer[]): void {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(parts.reduce((bytes, part) => bytes + part.length, 0))
  stream.cork()
  for (const part of [head, ...parts]) stream.write(part)
  stream.uncork()
}
