import fs from 'node:fs'
import type { Account } from './account.ts'

/**
 * The folder gets exactly this mode, whatever our umask; missing folders above it can be passed through.
 *
 * @returns whether it was made now.
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

/** Hands a file or folder that we made to the account that PostgreSQL runs as. */
export function giveTo(account: Account | undefined, file: string): void {
  if (account) fs.lchownSync(file, account.uid, account.gid)
}

/** For a copy made under a strict umask, or of files made under one: others may read it, and run what can be run. */
export function openToRead(root: string): void {
  fs.chmodSync(root, 0o755)
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = `${entry.parentPath}/${entry.name}`
    const runnable = entry.isDirectory() || (fs.statSync(file).mode & 0o100) !== 0
    fs.chmodSync(file, runnable ? 0o755 : 0o644)
  }
}
