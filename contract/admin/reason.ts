import { AppLine } from '../app/common.ts'

/** Every act of staff on somebody else's things says why. */
export const Reason = AppLine(
  3,
  300,
  'Why; kept in the audit log or with the thing itself. Name no customer here.',
)

/** Why, in words that the person of the act reads. */
export const Told = AppLine(3, 300, 'Why; shown to the carrier, so write it in their language.')
