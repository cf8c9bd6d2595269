import { type Hash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'

/**
 * Opens a temporary file in the folder of another file. It is unlinked immediately, so no file remains, however the
 * process ends. It is needed because a tar member's size comes before its bytes.
 */
export async function openSpool(beside: string): Promise<FileHandle> {
  const file = path.join(path.dirname(beside), `.dray-${randomBytes(8).toString('hex')}`)
  const handle = await open(file, 'wx+', 0o600)
  await rm(file)
  return handle
}

export const sizeOf = async (handle: FileHandle): Promise<number> => (await handle.stat()).size

/**
 * Reads the file from its start. A stream of Node would close the file when destroyed, or keep the handle from closing.
 */
export const contentOf = (handle: FileHandle): Readable =>
  Readable.from(chunksOf(handle), { objectMode: false })

async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(65_536), position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Passes chunks through and adds them to the hash. */
export async function* hashing(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
