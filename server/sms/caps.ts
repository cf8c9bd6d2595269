import { type Static, Type } from 'typebox'

/** What a stolen key, or one number's misuse, may cost in 24 hours. For the texts of drafts. */
export const capsEnv = Type.Object({
  SMS_DAILY_CAP_PER_NUMBER: Type.Integer({ default: 20, minimum: 1 }),
  SMS_DAILY_CAP_PER_KEY: Type.Integer({ default: 2_000, minimum: 1 }),
})

export type SmsCaps = Static<typeof capsEnv>

/** A text that is to be handed over, with what it is counted by. */
export type Counted = { smsId: string; numberHash: string; keyId: string | null }

/**
 * The texts that fit into the caps, in their order.
 *
 * @param used how many texts the last 24 hours saw, by number hash and by key id.
 */
export function admit<T extends Counted>(
  texts: readonly T[],
  used: ReadonlyMap<string, number>,
  caps: SmsCaps,
): T[] {
  const counts = new Map(used)
  const countOf = (subject: string) => counts.get(subject) ?? 0
  return texts.filter(({ numberHash, keyId }) => {
    if (countOf(numberHash) >= caps.SMS_DAILY_CAP_PER_NUMBER) return false
    if (keyId !== null && countOf(keyId) >= caps.SMS_DAILY_CAP_PER_KEY) return false
    counts.set(numberHash, countOf(numberHash) + 1)
    if (keyId !== null) counts.set(keyId, countOf(keyId) + 1)
    return true
  })
}
