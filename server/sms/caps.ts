import { type Static, Type } from 'typebox'

/** Caps on draft SMS in 24 hours. They limit the cost of a stolen key or of a misused number. */
export const capsEnv = Type.Object({
  SMS_DAILY_CAP_PER_NUMBER: Type.Integer({
    default: 20,
    minimum: 1,
  }),
  SMS_DAILY_CAP_PER_KEY: Type.Integer({
    default: 2_000,
    minimum: 1,
  }),
})

export type SmsCaps = Static<typeof capsEnv>

/** An SMS to be sent, with the subjects it is counted by. */
export type Counted = { smsId: string; numberHash: string; keyId: string | null }

/**
 * Returns the SMS that fit into the caps, in their order.
 *
 * @param used number of SMS in the last 24 hours, by number hash and by key id.
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
