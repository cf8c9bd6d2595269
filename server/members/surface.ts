import { type MemberRole, partnerRoles, staffRoles } from '#contract/vocabulary.ts'

/** Which members: those of the operator's staff, or those of partners. */
export type Surface = 'admin' | 'partner'

/** Roles of a surface, each with the rights of those before it. */
const roles: Record<Surface, readonly MemberRole[]> = { admin: staffRoles, partner: partnerRoles }

/** Whether `role` has the rights of `least`. */
export const hasRights = (surface: Surface, role: MemberRole, least: MemberRole): boolean =>
  roles[surface].indexOf(role) >= roles[surface].indexOf(least)
