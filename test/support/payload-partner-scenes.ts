import {
  changePartnerMe,
  finishPartnerPasskeyRegistration,
  signInToPartnerWithPassword,
  startPartnerPasskeyRegistration,
} from '#contract/partner-panel/access.ts'
import { issueTestKey } from '#contract/partner-panel/keys.ts'
import { inviteOwnMember } from '#contract/partner-panel/members.ts'
import type { Market } from './market.ts'
import { joinAsPartner, type PartnerPerson, stepUpAsPartner } from './partner-people.ts'
import { newPasskey } from './passkey.ts'
import { taken } from './payload-scenes.ts'
import { payloads } from './payloads.ts'
import { because, freshCode, openBrowser, password } from './staff.ts'

const name = payloads[5] ?? ''

/** An admin of the partner with a payload as name, as name of a passkey and as user agent of another session. */
export async function plantAdmin({ app, partner }: Market): Promise<{ admin: PartnerPerson; name: string }> {
  const admin = await joinAsPartner(app, partner.partnerId, 'admin')
  await admin.ok(changePartnerMe, { body: { name } })
  await stepUpAsPartner(app, admin)
  const started = await admin.ok(startPartnerPasskeyRegistration, { body: {} })
  const credential = newPasskey(app.url).create(started.options)
  await admin.ok(finishPartnerPasskeyRegistration, {
    params: { challenge_id: started.challenge_id },
    body: { credential, passkey_name: name },
  })
  const elsewhere = openBrowser(app, { 'user-agent': `Mozilla/5.0 ${name}` })
  const code = await freshCode(app, admin)
  await elsewhere.ok(signInToPartnerWithPassword, { body: { login_name: admin.loginName, password, code } })
  return { admin, name }
}

/** People whom the admin invites, and a key of theirs. */
export async function plantPeople(admin: PartnerPerson): Promise<{ invited: string[]; label: string }> {
  const label = payloads[8] ?? ''
  await admin.ok(issueTestKey, { body: { label } })
  const invited = await taken(payloads, (each) =>
    admin.call(inviteOwnMember, { body: { name: each, role: 'viewer', ...because } }),
  )
  return { invited, label }
}

/** Calls that are refused, with payloads as names and values of fields. */
export async function plantErrors({ app, partner }: Market): Promise<void> {
  for (const text of payloads) {
    const body = { title: text, size: text, customer_phone: text, pickup: { [text]: text }, [text]: text }
    await partner.call('/v1/jobs', { method: 'POST', body })
  }
  await app.dray.activity.flush()
}
