import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { CallProvider, CallProviderModule } from '../provider.ts'

const env = Type.Object({})

/**
 * Gives numbers that ring nowhere: the British regulator keeps them for films (01632 960000 to 960999). For tests, for
 * an operator who wants to see the app with masked numbers, and for all test keys once a provider is chosen.
 */
export const sandbox = {
  env,
  connect: (): CallProvider => ({
    name: 'sandbox',
    connects: false,
    open: ({ key }) => Promise.resolve({ number: numberOf(key), reference: `sandbox-${key}` }),
    close: () => Promise.resolve(),
  }),
} satisfies CallProviderModule<typeof env>

/** Two lines may share a number, because none of them rings. */
function numberOf(key: string): string {
  const last = createHash('sha256').update(key).digest().readUInt32BE(0) % 1_000
  return `+441632960${String(last).padStart(3, '0')}`
}
