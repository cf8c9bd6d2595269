import { AppLine } from '../app/common.ts'

/** Every act of staff on somebody else's things says why. */
export const Reason = AppLine(1, 500, 'Why; kept in the audit log. Name no customer here.')
