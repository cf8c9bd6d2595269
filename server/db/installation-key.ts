import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { lazyPromise } from '../lib/lazy.ts'
import { installationSecret } from './installation-secret.ts'
import type { Tables } from './tables.ts'

/** A 256-bit key of this installation. It is read once and cached; if the read fails, the next call retries it. */
export const installationKey = (kysely: Kysely<Tables>, name: string): (() => Promise<Buffer>) =>
  lazyPromise(() => load(kysely, name))

async function load(kysely: Kysely<Tables>, name: string): Promise<Buffer> {
  const make = () => ({ key: randomBytes(32).toString('base64') })
  const { key } = await installationSecret(kysely, name, make)
  return Buffer.from(key, 'base64')
}
