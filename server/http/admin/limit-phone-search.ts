import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { MemberCaller } from '../callers.ts'
import { rateLimited } from '../limits/rate-headers.ts'

/** Limit per member: enough for calls of customers, too few to try out numbers. */
const maxPerMinute = 20

/** Counts a search for a phone, of people or of jobs. @throws Problem `rate_limit_exceeded`. */
export async function limitPhoneSearch(
  limiter: Limiter,
  { memberId }: Pick<MemberCaller, 'memberId'>,
): Promise<void> {
  const decision = await limiter.take(`member:${memberId}:phones`, maxPerMinute)
  if (!decision.allowed) throw rateLimited(decision)
}
