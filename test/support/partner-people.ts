import {
  confirmPartnerTotp,
  setPartnerPassword,
  stepUpWithPartnerCode,
} from '#contract/partner-panel/access.ts'
import type { PartnerRole } from '#contract/vocabulary.ts'
import { inviteMember } from '../../server/members/invite.ts'
import { byOperator } from './by-operator.ts'
import type { TestDray } from './dray.ts'
import { freshCode, openBrowser, password, type Staff, totpCode } from './staff.ts'

/** A member of a partner with a password and an authenticator app, signed in. */
export type PartnerPerson = Staff

let names = 0

/** Follows an invitation to the partner's own pages: password, authenticator app, signed in. */
export async function joinPartner(app: Pick<TestDray, 'url'>, token: string): Promise<PartnerPerson> {
  const browser = openBrowser(app)
  const loginName = `partner${++names}@dray.test`
  const { challenge_id, secret } = await browser.ok(setPartnerPassword, {
    body: { token, login_name: loginName, password },
  })
  const { me, recovery_codes } = await browser.ok(confirmPartnerTotp, {
    params: { challenge_id },
    body: { token, code: totpCode(secret) },
  })
  return { ...browser, memberId: me.member_id, loginName, secret, recoveryCodes: recovery_codes }
}

/** Somebody of the partner, invited by a command. */
export async function joinAsPartner(
  app: TestDray,
  partnerId: string,
  role: PartnerRole,
): Promise<PartnerPerson> {
  const invite = { partnerId, name: `New ${role}`, role, language: 'en' as const, by: byOperator() }
  return joinPartner(app, (await inviteMember(app.db, invite)).token)
}

export async function stepUpAsPartner(app: TestDray, person: PartnerPerson): Promise<void> {
  await person.ok(stepUpWithPartnerCode, { body: { code: await freshCode(app, person) } })
}
