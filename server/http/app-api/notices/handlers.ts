import type { mailOperations } from '#contract/app/mail.ts'
import type { noticeOperations } from '#contract/app/notices.ts'
import {
  changeMailAddress,
  confirmMailAddress,
  readMailAddress,
  removeMailAddress,
} from '../../../accounts/mail/address.ts'
import { readSwitches, type SwitchNeeds, switchNotice } from '../../../accounts/mail/switches.ts'
import type { ConfirmNeeds } from '../../../mail/confirmation.ts'
import type { Caller, Handlers } from '../../mount.ts'
import { presentMail } from '../../present-mail.ts'

export type MailNeeds = ConfirmNeeds

/** The mail address of the caller. */
export const mailHandlers: Handlers<typeof mailOperations, MailNeeds> = {
  readMyMail:
    (needs) =>
    ({ caller }) =>
      present(needs, caller),
  changeMyMail:
    (needs) =>
    async ({ caller, body: { address } }) => {
      await changeMailAddress(needs, { accountId: caller.accountId, address })
      return present(needs, caller)
    },
  confirmMyMail:
    (needs) =>
    async ({ caller, body: { code } }) => {
      await confirmMailAddress(needs, { accountId: caller.accountId, code })
      return present(needs, caller)
    },
  removeMyMail:
    (needs) =>
    async ({ caller }) => {
      await removeMailAddress(needs.kysely, caller.accountId)
      return present(needs, caller)
    },
}

const present = async ({ kysely, mailCodes }: MailNeeds, { accountId }: Caller) =>
  presentMail(mailCodes && (await readMailAddress(kysely, accountId)))

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
