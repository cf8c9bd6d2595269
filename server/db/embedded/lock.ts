import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { processInfo } from './process-info.ts'

export type Owner = 'server' | 'command'
export type Holder = { pid: number; startedAt: string; owner: Owner }
export type Lock = { release: () => void }

/**
 * One process owns a data folder. The lock is a file that names its holder by pid and start time, linked into place
 * whole, so that nobody reads half of it. A holder that no longer runs is replaced.
 *
 * @returns the lock, or who holds it.
 */
export function takeLock(file: string, owner: Owner): { lock: Lock } | { holder: Holder } {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const content = JSON.stringify({
    pid: process.pid,
    startedAt: processInfo(process.pid)?.startedAt ?? '',
    owner,
    nonce: randomBytes(6).toString('hex'),
  })
  fs.writeFileSync(draft, content, { flag: 'wx', mode: 0o644 })
  try {
    const holder = claim(file, draft, owner)
    return holder ? { holder } : { lock: { release: () => release(file, content) } }
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

/** @returns the living holder, or nothing when the lock is ours now. */
function claim(file: string, draft: string, owner: Owner): Holder | undefined {
  for (;;) {
    if (linked(draft, file)) return undefined
    const content = read(file)
    if (content === undefined) continue
    const holder = parse(content)
    if (runs(holder)) return holder
    if (replaceDead(file, content, { draft, owner })) return undefined
  }
}

/**
 * Removing a dead holder's file and making our own would race: a slow process could remove the file of a quick one. So
 * whoever replaces a holder first takes a lock on that very holder, and looks again.
 */
function replaceDead(file: string, dead: string, { draft, owner }: { draft: string; owner: Owner }): boolean {
  const fingerprint = createHash('sha256').update(dead).digest('hex').slice(0, 16)
  const turn = takeLock(`${file}.${fingerprint}`, owner)
  if ('holder' in turn) {
    pause(2)
    return false
  }
  try {
    if (read(file) !== dead) return false
    fs.renameSync(draft, file)
    return true
  } finally {
    turn.lock.release()
  }
}

function release(file: string, content: string): void {
  if (read(file) === content) fs.rmSync(file, { force: true })
}

function linked(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A file that a power cut left empty or torn names nobody, so nobody holds it. */
function parse(content: string): Holder {
  const nobody: Holder = { pid: 0, startedAt: '', owner: 'command' }
  try {
    return { ...nobody, ...(JSON.parse(content) as Partial<Holder> | null) }
  } catch {
    return nobody
  }
}

function runs({ pid, startedAt }: Holder): boolean {
  const info = processInfo(pid)
  return info !== null && info.startedAt === startedAt
}

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
