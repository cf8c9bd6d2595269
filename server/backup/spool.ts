import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, type ReadStream, type WriteStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * A file beside another that only its handle reaches, so that nothing is left of it however the process ends: a tar wants
 * a member's size before its bytes.
 */
export async function openSpool(beside: string): Promise<FileHandle> {
  const file = path.join(path.dirname(beside), `.dray-${randomBytes(8).toString('hex')}`)
  const handle = await open(file, 'wx+', 0o600)
  await rm(file)
  return handle
}

export const sizeOf = async (handle: FileHandle): Promise<number> => (await handle.stat()).size

/* By the descriptor: a handle waits at its close for streams of its own making, which here never close it. */

export const contentOf = ({ fd }: FileHandle): ReadStream => createReadStream('', { fd, start: 0, autoClose: false })

export const writerTo = ({ fd }: FileHandle): WriteStream => createWriteStream('', { fd, start: 0, autoClose: false })
