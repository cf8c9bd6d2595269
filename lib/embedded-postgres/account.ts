import { type SpawnOptions, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { type App, EmbeddedPostgresError } from './app.ts'

/** The operating system account that PostgreSQL runs as. */
export type Account = { uid: number; gid: number }

/**
 * Returns the account that PostgreSQL runs as if the app runs as root, because PostgreSQL refuses to run as root. It is
 * an existing account, never a new one: the owner of the cluster if there is one, else `postgres`, `nobody`, or the
 * first ordinary user. Returns `undefined` if the app runs as an ordinary user, who then runs PostgreSQL too.
 *
 * @throws EmbeddedPostgresError if the system has no such account.
 */
export function accountForPostgres(clusterOwner: Account | undefined, app: App): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (clusterOwner && clusterOwner.uid !== 0) return clusterOwner
  const account = chooseAccount(fs.readFileSync('/etc/passwd', 'utf8'))
  if (account) return account
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system has no other account to run it as: start ${app.title} as an ordinary user, or ${app.remedies.otherPostgres}`,
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

/**
 * initdb looks up its own account, and a container that runs as a bare user id has no account.
 *
 * @throws EmbeddedPostgresError if the current user id has no account.
 */
export function requireNamedAccount({ account, app }: { account: Account | undefined; app: App }): void {
  if (account) return
  try {
    os.userInfo()
  } catch {
    throw new EmbeddedPostgresError(
      `PostgreSQL needs an account, and user id ${process.getuid?.()} has none on this system: add a line for it to /etc/passwd, start ${app.title} as a user that has one, or ${app.remedies.otherPostgres}`,
    )
  }
}

/** Asks the operating system, so every kind of permission is checked, not only the mode bits. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], {
    ...runAs(account),
    stdio: 'ignore',
  })
  return status === 0
}

/** Spawn options for PostgreSQL's programs. They replace the environment, so no PG*, LANG or secret leaks into it. */
export function runAs(account: Account | undefined) {
  return { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } } satisfies SpawnOptions
}
