import type { FastifyInstance } from 'fastify'
import { sendTestText as operation } from '#contract/admin/providers.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { Problem } from '../../../lib/problem.ts'
import { sendTestText, type TestTextNeeds } from '../../../sms/send-test-text.ts'
import { texts } from '../../../texts/index.ts'
import { mount } from '../../mount.ts'
import { rateLimited } from '../../rate-headers.ts'
import { byCaller } from '../by-caller.ts'

export type SendTestTextNeeds = TestTextNeeds & { limiter: Limiter; shownService: string }

const mostPerMinute = 3

/** Texts a number of the member's. */
export function mountSendTestText(scope: FastifyInstance, needs: SendTestTextNeeds): void {
  const { limiter, shownService } = needs
  mount(scope, operation, async ({ caller, body: { phone }, language, request }) => {
    const decision = await limiter.take(`member:${caller.memberId}:test-texts`, mostPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const body = `${shownService}: ${texts[language].sms.test}`
    const result = await sendTestText(needs, { to: phone, body, by: byCaller(caller, request) })
    if (result.outcome === 'over_cap') throw overCap
    return result
  })
}

const overCap = new Problem('wrong_state', (t) => t.panel.testTextCap)
