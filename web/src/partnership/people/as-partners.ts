import type { MemberRole, PartnerRole } from '#contract/vocabulary.ts'

/** The role of a member of a partner, where roles of staff do not occur. */
export const asPartners = (role: MemberRole): PartnerRole => role as PartnerRole
