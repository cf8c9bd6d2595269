import type { MemberRole, StaffRole } from '#contract/vocabulary.ts'

/** The role of a member of staff, where roles of partners do not occur. */
export const asStaff = (role: MemberRole): StaffRole => role as StaffRole
