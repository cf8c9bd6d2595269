import { type MemberRole, partnerRoles, staffRoles } from '#contract/vocabulary.ts'

/** Which members: those of the operator's staff, or those of partners. */
export type Surface = 'admin' | 'partner'

/** Roles of a surface, each with the rights of those before it. */
const roles: Record<Surface, readonly MemberRole[]> = { admin: staffRoles, partner: partnerRoles }

/** The surface of the members of a partner; of staff where there is none. */
export const surfaceOf = (partnerId: string | null): Surface => (partnerId === null ? 'admin' : 'partner')

/** The role that decides who is a member. */
export const leadingRole = (surface: Surface): MemberRole => (surface === 'admin' ? 'owner' : 'admin')

/** Whether `role` has the rights of `least`. */
export const hasRights = (surface: Surface, role: MemberRole, least: MemberRole): boolean =>
  roles[surface].indexOf(role) >= roles[surface].indexOf(least)
