import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Manifest } from './manifest.ts'
import { contentOf, hashing, openSpool, sizeOf } from './spool.ts'

export type ArchiveWriter = {
  file: string
  add: (name: string, size: number, body: Readable) => Promise<void>
  /** Writes the checksums and the manifest. Then the file is complete and synced to disk. */
  finish: (manifest: Omit<Manifest, 'sha256sums'>) => Promise<void>
  /** Stops writing. The incomplete file remains. */
  abandon: () => Promise<void>
}

/**
 * Creates a file that only its owner can read: it contains personal data. `signal` stops what is being added.
 *
 * @throws `EEXIST` if the file exists.
 */
export async function createArchive(file: string, signal?: AbortSignal): Promise<ArchiveWriter> {
  const handle = await open(file, 'wx', 0o600)
  const sums = await openSpool(file)
  const tar = pack()
  const output = handle.createWriteStream({ flush: true })
  // A full disk also fails the current member's stream; report the disk's error.
  let reason: unknown
  output.once('error', (error) => (reason = error))
  const written = pipeline(tar, createGzip({ level: 4 }), output)
  written.catch(() => {})

  async function put(name: string, size: number, body: Readable): Promise<string> {
    const hash = createHash('sha256')
    const entry = tar.entry({ name, size, mode: 0o600 })
    try {
      await pipeline(body, (source) => hashing(source as AsyncIterable<Buffer>, hash), entry, { signal })
    } catch (error) {
      throw signal?.reason ?? reason ?? error
    }
    return hash.digest('hex')
  }

  async function add(name: string, size: number, body: Readable): Promise<void> {
    await sums.write(`${await put(name, size, body)}  ${name}\n`)
  }

  async function finish(manifest: Omit<Manifest, 'sha256sums'>): Promise<void> {
    const sha256sums = await put('SHA256SUMS', await sizeOf(sums), contentOf(sums))
    const text = Buffer.from(`${JSON.stringify({ ...manifest, sha256sums }, null, 2)}\n`)
    await put('manifest.json', text.length, Readable.from([text]))
    tar.finalize()
    await written
    await sums.close()
  }

  async function abandon(): Promise<void> {
    tar.destroy()
    await written.catch(() => {})
    await sums.close()
  }

  return { file, add, finish, abandon }
}
