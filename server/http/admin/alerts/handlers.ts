import type { AlertTest, alertOperations, MyAlerts } from '#contract/admin/alerts.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { ConfirmNeeds } from '../../../mail/confirmation.ts'
import { readAlertChoices, switchAlerts } from '../../../members/alert-choices.ts'
import {
  askAlertAddress,
  confirmAlertAddress,
  readAlertAddress,
  removeAlertAddress,
} from '../../../members/alert-mail.ts'
import { getsAlertPushes, subscribeToAlerts, unsubscribeFromAlerts } from '../../../members/alert-push.ts'
import type { MemberSession } from '../../../members/session-store.ts'
import { readVapidKeys } from '../../../push/vapid.ts'
import {
  type AlertTestNeeds,
  type AskedTest,
  readAlertTest,
  startAlertTest,
} from '../../../today/alert-tests.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handlers } from '../../mount.ts'
import { presentMail } from '../../present-mail.ts'
import { visitOf } from '../by-caller.ts'

export type AlertsNeeds = ConfirmNeeds & AlertTestNeeds & { limiter: Limiter }

/** How members are told of red entries of *Today*. */
export const alertHandlers: Handlers<typeof alertOperations, AlertsNeeds> = {
  readMyAlerts:
    (needs) =>
    ({ caller }) =>
      present(needs, caller),
  switchMyAlerts:
    (needs) =>
    async ({ caller: session, body, request }) => {
      await switchAlerts(needs, { session, visit: visitOf(request), ...body })
      return present(needs, session)
    },
  askMyAlertAddress:
    (needs) =>
    async ({ caller: session, body: { address }, request }) => {
      await askAlertAddress(needs, { session, visit: visitOf(request), address })
      return present(needs, session)
    },
  confirmMyAlertAddress:
    (needs) =>
    async ({ caller: session, body: { code }, request }) => {
      await confirmAlertAddress(needs, { session, visit: visitOf(request), code })
      return present(needs, session)
    },
  removeMyAlertAddress:
    (needs) =>
    async ({ caller: session, request }) => {
      await removeAlertAddress(needs.kysely, { session, visit: visitOf(request) })
      return present(needs, session)
    },
  subscribeMyAlerts:
    (needs) =>
    async ({ caller: session, body: { endpoint, keys }, request }) => {
      await subscribeToAlerts(needs, { session, visit: visitOf(request), endpoint, ...keys })
      return present(needs, session)
    },
  unsubscribeMyAlerts:
    (needs) =>
    async ({ caller: session, request }) => {
      await unsubscribeFromAlerts(needs, { session, visit: visitOf(request) })
      return present(needs, session)
    },
  testMyAlerts:
    (needs) =>
    ({ caller: session, params: { test_id: testId }, body: { channel }, request }) =>
      test(needs, { testId, session, visit: visitOf(request), channel }),
  testAlertWebhook:
    (needs) =>
    ({ caller: session, params: { test_id: testId }, request }) =>
      test(needs, { testId, session, visit: visitOf(request), channel: 'webhook' }),
  readAlertTest:
    ({ kysely }) =>
    ({ caller: { memberId }, params: { test_id: testId } }) =>
      presentTest(kysely, { testId, memberId }),
}

const maxTestsPerMinute = 5

async function test(needs: AlertsNeeds, asked: AskedTest): Promise<Answered<AlertTest>> {
  const { memberId } = asked.session
  const decision = await needs.limiter.take(`member:${memberId}:alert-tests`, maxTestsPerMinute)
  if (!decision.allowed) throw rateLimited(decision)
  await startAlertTest(needs, asked)
  return presentTest(needs.kysely, { testId: asked.testId, memberId })
}

const presentTest = async (
  kysely: AlertsNeeds['kysely'],
  of: { testId: string; memberId: string },
): Promise<Answered<AlertTest>> => ({ test_id: of.testId, ...(await readAlertTest(kysely, of)) })

async function present(
  { kysely, mailCodes, callsWebhook }: AlertsNeeds,
  { memberId, sessionId }: MemberSession,
): Promise<Answered<MyAlerts>> {
  const { publicKey: key } = await readVapidKeys(kysely)
  return {
    mail: presentMail(mailCodes && (await readAlertAddress(kysely, memberId))),
    push: { key, registered: await getsAlertPushes(kysely, sessionId) },
    kinds: await readAlertChoices(kysely, memberId),
    webhook: callsWebhook,
  }
}
