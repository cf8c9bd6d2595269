import { setImmediate as nextTurn } from 'node:timers/promises'
import type { estimatePrice as operation } from '#contract/partner.ts'
import { quote } from '../../jobs/drafts/quote.ts'
import type { NeedsByMode } from '../../sandbox/needs-by-mode.ts'
import { hangUpOf } from '../limits/connections.ts'
import type { Handler } from '../mount.ts'
import { presentEstimate } from './views.ts'

/** Spec 4.1. */
export const estimatePrice =
  ({ needsOf }: { needsOf: NeedsByMode }): Handler<typeof operation> =>
  async ({ caller: key, body, language, reply }) => {
    // Read all requests that arrived together before sending the first response: separate writes wake the peer for
    // each response, which costs more than the estimate itself (docs/performance.md).
    await nextTurn()
    const quoted = await quote(needsOf({ key, hangUp: () => hangUpOf(reply) }), body, key.partnerId)
    return presentEstimate(quoted, language)
  }
