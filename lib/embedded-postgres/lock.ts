import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { processInfo } from './process-info.ts'

export type Owner = 'server' | 'command'
export type Holder = { pid: number; startedAt: string; owner: Owner }
export type Lock = { release: () => void }

/**
 * Takes the lock on a data folder, which has one owner at a time. The lock is a file with the pid and start time of its
 * holder. It is created by a hard link to a complete file, so no process reads a partial one. A holder that no longer
 * runs is replaced.
 *
 * @returns the lock, or its current holder.
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

/** @returns the running holder, or undefined when this process got the lock. */
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
 * Replaces the file of a dead holder. Deleting it and creating a new file would race: a slow process could delete the
 * new file of a faster process. So a process first locks this dead holder's entry and then reads the file again.
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

/** A file that is empty or truncated after a power cut names no holder, so it counts as held by a dead process. */
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
