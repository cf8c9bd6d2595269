import type { Answered } from '#contract/app/common.ts'
import type { MyMail } from '#contract/app/mail.ts'
import type { PendingAddress } from '../mail/confirmation.ts'

type Known = { address: string | null; failingSince: Date | null; pending: PendingAddress | null }

/** The mail address of an account or of a member. @param known null while the installation sends no mail. */
export const presentMail = (known: Known | null): Answered<MyMail> => ({
  available: known !== null,
  address: known?.address ?? null,
  failing_since: known?.failingSince ?? null,
  pending: known?.pending
    ? {
        address: known.pending.address,
        expires_at: known.pending.expiresAt,
        refused: known.pending.isRefused,
      }
    : null,
})
