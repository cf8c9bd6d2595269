import fs from 'node:fs'
import type { Account } from './account.ts'

/**
 * Creates a folder with exactly this mode, regardless of the umask. Missing parent folders get a mode that lets all
 * users enter them.
 *
 * @returns whether the folder was created by this call.
 */
export function makeFolder(folder: string, mode: number): boolean {
  const umask = process.umask(0o022)
  try {
    if (fs.mkdirSync(folder, { recursive: true }) === undefined) return false
    fs.chmodSync(folder, mode)
    return true
  } finally {
    process.umask(umask)
  }
}

export function ownerOf(file: string): Account | undefined {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  return stat && { uid: stat.uid, gid: stat.gid }
}

/** Changes the owner of a file or folder that we created to the account that PostgreSQL runs as. */
export function giveTo(account: Account | undefined, file: string): void {
  if (account) fs.lchownSync(file, account.uid, account.gid)
}

/** Lets other accounts read a copy and run its programs. A strict umask may have removed these permissions. */
export function makeReadable(root: string): void {
  fs.chmodSync(root, 0o755)
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = `${entry.parentPath}/${entry.name}`
    const runnable = entry.isDirectory() || (fs.statSync(file).mode & 0o100) !== 0
    fs.chmodSync(file, runnable ? 0o755 : 0o644)
  }
}
