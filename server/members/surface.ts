import { type MemberRole, partnerRoles, staffRoles } from '#contract/vocabulary.ts'

/** The kind of members: the operator's staff, or members of partners. */
export type Surface = 'admin' | 'partner'

/** Roles of a surface, each with the rights of the previous ones. */
const roles: Record<Surface, readonly MemberRole[]> = { admin: staffRoles, partner: partnerRoles }

/** The surface of a partner's members; without a partner that of the staff. */
export const surfaceOf = (partnerId: string | null): Surface => (partnerId === null ? 'admin' : 'partner')

/** The role that manages members. */
export const leadingRole = (surface: Surface): MemberRole => (surface === 'admin' ? 'owner' : 'admin')

/** Whether `role` has the rights of `least`. */
export const hasRights = (surface: Surface, role: MemberRole, least: MemberRole): boolean =>
  roles[surface].indexOf(role) >= roles[surface].indexOf(least)
