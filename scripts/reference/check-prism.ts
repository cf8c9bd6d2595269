import type { TestDray } from '../../test/support/dray.ts'
import { callBadly, callerOf, callWell, callWithoutRight } from './calls.ts'
import { callBroken, callDuringOutage, callRaw, callWhileRunning } from './calls-in-trouble.ts'
import type { Prism } from './prism.ts'
import { type Result, resultOf } from './result.ts'
import { notSeen, type Seen } from './seen.ts'

/** Prism as a validating proxy before Dray, for every status of every operation. */
export const checkPrism = (prism: Prism, app: TestDray): Promise<Result> =>
  resultOf('Prism (validating proxy)', async () => {
    const seen: Seen[] = []
    const call = callerOf(prism, app, seen)
    await callWell(call, app)
    await callBadly(call, app)
    await callWithoutRight(call, app)
    await callRaw(prism, app, seen)
    // Before the geocoder has located the addresses: its results are cached.
    await callDuringOutage(prism, app, seen)
    await callWhileRunning(prism, app, seen)
    await callBroken(prism, seen)
    const missing = notSeen(seen).map((response) => `${response}: documented, but no call has provoked it`)
    const responses = new Set(seen.map(({ operationId, status }) => `${operationId} ${status}`))
    return {
      covered: `${seen.length} calls, ${responses.size} responses of the document`,
      violations: [...seen.flatMap(({ violations }) => violations), ...missing],
    }
  })
