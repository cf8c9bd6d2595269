import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Argon2id with the parameters that OWASP recommends: 19 MiB of memory, two passes. */
export type PasswordHasher = {
  /** @returns a PHC string. */
  hash: (password: string) => Promise<string>
  /** With `null` it takes as long as with a hash and says no, so that a name without a member is not told by its time. */
  verify: (password: string, phc: string | null) => Promise<boolean>
}

const [memory, passes, parallelism, tagLength] = [19_456, 2, 1, 32]
const head = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`
const noHash = `${head}$${'A'.repeat(22)}$${'A'.repeat(43)}`

const derive = promisify(argon2)

/** Two at a time: more would fill the thread pool, which also reads files and resolves names. */
export function createPasswordHasher(): PasswordHasher {
  const gate = createGate(2)
  const tagOf = (password: string, nonce: Buffer) =>
    gate(() =>
      derive('argon2id', {
        // The same password may be typed as different code points.
        message: Buffer.from(password.normalize('NFKC')),
        nonce,
        memory,
        passes,
        parallelism,
        tagLength,
      }),
    )
  return {
    async hash(password) {
      const nonce = randomBytes(16)
      return `${head}$${unpadded(nonce)}$${unpadded(await tagOf(password, nonce))}`
    },
    async verify(password, phc) {
      const [salt = '', tag = ''] = (phc ?? noHash).slice(head.length + 1).split('$')
      const [expected, given] = [
        Buffer.from(tag, 'base64'),
        await tagOf(password, Buffer.from(salt, 'base64')),
      ]
      return phc !== null && given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Runs at most `most` of the given works at a time, in the order of their calls. */
function createGate(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed on, so that no later call takes it in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
