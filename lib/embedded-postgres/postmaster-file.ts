import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, EmbeddedPostgresError } from './app.ts'
import { type ClusterPaths, port } from './paths.ts'
import { type ProcessInfo, processInfo } from './process-info.ts'

/** `postmaster.pid`, which PostgreSQL keeps in its data folder while it runs. */
export type PostmasterFile = { pid: number; port: number; socketDir: string; ready: boolean }

/** @returns null when the file does not exist or is not completely written yet. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  const lines = readLines(path.join(cluster, 'postmaster.pid'))
  const pid = Math.abs(Number(lines[0]))
  if (!pid) return null
  return {
    pid,
    port: Number(lines[3]),
    socketDir: lines[4] ?? '',
    ready: lines[7]?.trim() === 'ready',
  }
}

/**
 * Returns the running postmaster of this cluster, after verifying the process: the pid alone may belong to another
 * process by now (after a reboot, or in a recreated container).
 */
export function runningPostmaster(cluster: string): (ProcessInfo & { pid: number }) | null {
  const pid = readPostmasterFile(cluster)?.pid
  const info = pid ? processInfo(pid) : null
  return pid && info && isPostmasterOf(cluster, info) ? { ...info, pid } : null
}

function isPostmasterOf(cluster: string, { command, folder }: ProcessInfo): boolean {
  // The working directory of a postmaster is its data folder. Its backends share it, but name themselves `postgres: …`.
  if (folder !== undefined && folder !== cluster) return false
  if (folder === cluster) return /(^|\/)postgres(?!:)( |$)/.test(command)
  return `${command} `.includes(`postgres -D ${cluster} `)
}

/**
 * Removes the files of a dead postmaster. PostgreSQL refuses to start while the pid in its file belongs to any running
 * process of the same user. The caller must hold the lock.
 *
 * @throws EmbeddedPostgresError when a process accepts connections on our socket but is not visible, because it runs in
 * another container.
 */
export async function removeStaleFiles({ cluster, socketDir, app }: ClusterPaths): Promise<void> {
  if (!readPostmasterFile(cluster) || runningPostmaster(cluster)) return
  const socket = path.join(socketDir, `.s.PGSQL.${port}`)
  // A backend can hold the socket for a moment after its postmaster was killed.
  for (let tries = 1; await answers(socket); tries++) {
    if (tries === 10) throw unseen(cluster, app)
    await sleep(200)
  }
  if (runningPostmaster(cluster)) return
  for (const file of [path.join(cluster, 'postmaster.pid'), `${socket}.lock`, socket]) {
    fs.rmSync(file, { force: true })
  }
}

const unseen = (cluster: string, { remedies }: App): Error =>
  new EmbeddedPostgresError(
    `A PostgreSQL that this process cannot see (in another container?) runs on ${cluster}: stop it, or ${remedies.otherFolder}`,
  )

function answers(socket: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const connection = net.connect(socket, () => resolve(true))
  connection.on('error', () => resolve(false))
  return promise.finally(() => connection.destroy())
}

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
