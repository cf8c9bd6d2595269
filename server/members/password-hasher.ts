import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '../lib/problem.ts'

/** Argon2id with the parameters that OWASP recommends: 19 MiB of memory, two passes. */
export type PasswordHasher = {
  /** @returns a PHC string. @throws Problem `service_unavailable`. */
  hash: (password: string) => Promise<string>
  /**
   * A place in the queue, known browsers first.
   *
   * @throws Problem `service_unavailable` when the queue is full.
   */
  reserve: (order: { isFirst: boolean }) => PasswordPlace
}

/** Must be used once or released. */
export type PasswordPlace = {
  /** With `null` it takes the same time and returns false, to avoid revealing an unknown name by the time. */
  verify: (password: string, phc: string | null) => Promise<boolean>
  leave: () => void
}

const [memory, passes, parallelism, tagLength] = [19_456, 2, 1, 32]
const head = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`
const noHash = `${head}$${'A'.repeat(22)}$${'A'.repeat(43)}`

const derive = promisify(argon2)

/** Two concurrently: more would fill the thread pool, which also reads files and resolves names. */
const maxRunning = 2

/** Places of unknown browsers, and of known ones besides: about three seconds of work each. */
export const maxWaiting = { strangers: 40, first: 40 }

export function createPasswordHasher(): PasswordHasher {
  const queue = createQueue()
  const tagOf = (password: string, nonce: Buffer) =>
    derive('argon2id', {
      // The same password may be typed as different code points.
      message: Buffer.from(password.normalize('NFKC')),
      nonce,
      memory,
      passes,
      parallelism,
      tagLength,
    })
  return {
    async hash(password) {
      const nonce = randomBytes(16)
      const tag = await queue.reserve({ isFirst: true }).run(() => tagOf(password, nonce))
      return `${head}$${unpadded(nonce)}$${unpadded(tag)}`
    },
    reserve(order) {
      const place = queue.reserve(order)
      return {
        async verify(password, phc) {
          const [salt = '', tag = ''] = (phc ?? noHash).slice(head.length + 1).split('$')
          const expected = Buffer.from(tag, 'base64')
          const given = await place.run(() => tagOf(password, Buffer.from(salt, 'base64')))
          return phc !== null && given.length === expected.length && timingSafeEqual(given, expected)
        },
        leave: place.leave,
      }
    },
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Runs two works concurrently, in the order of their calls, known browsers first, and limits the queue. */
function createQueue() {
  let running = 0
  const reserved = { strangers: 0, first: 0 }
  const waiting: Record<keyof typeof reserved, (() => void)[]> = { strangers: [], first: [] }
  const enter = async (kind: keyof typeof reserved) => {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting[kind].push(resolve))
    else running++
  }
  const exit = () => {
    // The place is handed over directly, so a later call cannot take it.
    const next = waiting.first.shift() ?? waiting.strangers.shift()
    if (next) next()
    else running--
  }
  return {
    reserve({ isFirst }: { isFirst: boolean }) {
      const kind = isFirst ? 'first' : 'strangers'
      if (reserved[kind] >= maxWaiting[kind]) throw overloaded
      reserved[kind]++
      const leave = () => void reserved[kind]--
      return {
        leave,
        async run<T>(work: () => Promise<T>): Promise<T> {
          await enter(kind)
          try {
            return await work()
          } finally {
            exit()
            leave()
          }
        },
      }
    },
  }
}

const overloaded = new Problem('service_unavailable', (t) => t.requests.busy, { retryAfterSeconds: 3 })
