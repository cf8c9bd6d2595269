import type { Hash } from 'node:crypto'

/** Passes chunks through and adds them to the hash. */
export async function* hashing(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
