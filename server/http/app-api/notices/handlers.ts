import type { Answered } from '#contract/app/common.ts'
import type { MyMail, mailOperations } from '#contract/app/mail.ts'
import type { noticeOperations } from '#contract/app/notices.ts'
import {
  changeMailAddress,
  confirmMailAddress,
  readMailAddress,
  removeMailAddress,
} from '../../../accounts/mail/address.ts'
import type { ConfirmNeeds } from '../../../accounts/mail/confirmation.ts'
import { readSwitches, type SwitchNeeds, switchNotice } from '../../../accounts/mail/switches.ts'
import type { Caller, Handlers } from '../../mount.ts'

export type MailNeeds = ConfirmNeeds

/** The mail address of the caller. */
export const mailHandlers: Handlers<typeof mailOperations, MailNeeds> = {
  readMyMail:
    (needs) =>
    ({ caller }) =>
      presentMail(needs, caller),
  changeMyMail:
    (needs) =>
    async ({ caller, body: { address } }) => {
      await changeMailAddress(needs, { accountId: caller.accountId, address })
      return presentMail(needs, caller)
    },
  confirmMyMail:
    (needs) =>
    async ({ caller, body: { code } }) => {
      await confirmMailAddress(needs, { accountId: caller.accountId, code })
      return presentMail(needs, caller)
    },
  removeMyMail:
    (needs) =>
    async ({ caller }) => {
      await removeMailAddress(needs.kysely, caller.accountId)
      return presentMail(needs, caller)
    },
}

async function presentMail(
  { kysely, mailCodes }: MailNeeds,
  { accountId }: Caller,
): Promise<Answered<MyMail>> {
  if (!mailCodes) return { available: false, address: null, failing_since: null, pending: null }
  const { address, failingSince, pending } = await readMailAddress(kysely, accountId)
  return {
    available: true,
    address,
    failing_since: failingSince,
    pending: pending && {
      address: pending.address,
      expires_at: pending.expiresAt,
      refused: pending.isRefused,
    },
  }
}

export type NoticeNeeds = SwitchNeeds

/** The notices that the caller may switch off. */
export const noticeHandlers: Handlers<typeof noticeOperations, NoticeNeeds> = {
  readMyNotices:
    (needs) =>
    ({ caller }) =>
      presentNotices(needs, caller),
  switchMyNotice:
    (needs) =>
    async ({ caller, body }) => {
      await switchNotice(needs, { accountId: caller.accountId, ...body })
      return presentNotices(needs, caller)
    },
}

const presentNotices = async (needs: NoticeNeeds, { accountId, carrierStatus }: Caller) => ({
  notices: await readSwitches(needs, { accountId, isCarrier: carrierStatus !== null }),
})
