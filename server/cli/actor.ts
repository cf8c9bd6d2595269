import os from 'node:os'
import type { Actor } from '../db/audit.ts'
import { OperatorError } from '../lib/operator-error.ts'

type Env = Record<string, string | undefined>

/** Who runs this command, for the audit log: `--as NAME` or `DRAY_ACTOR`, else the user of the operating system. */
export function commandActor(env: Env): Actor {
  const name = env.DRAY_ACTOR?.trim() || systemUser(env)
  if ([...name].length > 100 || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name))
    throw new OperatorError('The name of --as or DRAY_ACTOR must be one line of at most 100 characters')
  return { type: 'cli', name }
}

function systemUser({ SUDO_USER }: Env): string {
  try {
    const { username } = os.userInfo()
    return username === 'root' && SUDO_USER ? SUDO_USER : username
  } catch {
    // A container may run with a user id that has no name.
    return `uid ${process.getuid?.()}`
  }
}
