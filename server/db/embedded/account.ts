import { type SpawnOptions, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { OperatorError } from '../../lib/operator-error.ts'

/** Who PostgreSQL runs as. */
export type Account = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root, so root lends it an account that exists already (none is ever created): the owner
 * of the cluster if there is one, else `postgres`, `nobody`, or the first ordinary user. An ordinary user runs it as
 * itself, which is `undefined` here.
 */
export function lentAccount(clusterOwner: Account | undefined): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (clusterOwner && clusterOwner.uid !== 0) return clusterOwner
  const account = chooseAccount(fs.readFileSync('/etc/passwd', 'utf8'))
  if (account) return account
  throw new OperatorError(
    'PostgreSQL does not run as root, and this system has no other account to run it as: start Dray as an ordinary user, or set DATABASE_URL',
  )
}

export function chooseAccount(passwd: string): Account | undefined {
  const accounts = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid >= 0)
  const named = (name: string) => accounts.find((account) => account.name === name)
  const found =
    named('postgres') ?? named('_postgres') ?? named('nobody') ?? accounts.find(({ uid }) => uid >= 1000)
  return found && { uid: found.uid, gid: found.gid }
}

/** initdb looks its own account up; a container that runs as a bare number has none. */
export function refuseBareUid(account: Account | undefined): void {
  if (account) return
  try {
    os.userInfo()
  } catch {
    throw new OperatorError(
      `PostgreSQL needs an account, and user id ${process.getuid?.()} has none on this system: add a line for it to /etc/passwd, start Dray as a user that has one, or set DATABASE_URL`,
    )
  }
}

/** Asks the system itself, so that every kind of permission counts, not only the mode bits. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], {
    ...runAs(account),
    stdio: 'ignore',
  })
  return status === 0
}

/** How to spawn one of PostgreSQL's programs: an environment of its own, so that no PG*, LANG or secret of ours reaches it. */
export function runAs(account: Account | undefined) {
  return { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } } satisfies SpawnOptions
}
