import type { Operation } from '#contract/operation.ts'

/** The expected response: a 2xx status ("200"), or the status and code of an error ("404 not_found"). */
export type Said = string

/** One row of the table of a surface: what a call is about, and the response to each kind of caller. */
export type MemberRow<Role extends string> = {
  about: string
  /** Nobody, and everybody who is not a member of this surface. */
  outsider: Said
  suspended: Said
  roles: Record<Role, Said>
  /** The highest role, after the last proof has become too old. */
  unproved: Said
  /** The highest role, about what belongs to another member; null where everything belongs to all members. */
  another: Said | null
}

/** Members of one surface, their roles from the lowest to the highest. */
export type Ranks<Role extends string> = { roles: readonly Role[] }

export const absent = '404 not_found'
export const tooLow = '403 role_too_low'
const noProof = '403 step_up_required'
export const outside = { outsider: '401 signed_out', suspended: '403 member_suspended' }

/** The status of the success response. */
export const goodOf = ({ answers }: Pick<Operation, 'answers'>): Said =>
  Object.keys(answers).toSorted()[0] ?? ''

/** Every caller gets the same response: the session does not count. */
const anybody =
  <Role extends string>({ roles }: Ranks<Role>) =>
  (about: string, said: Said): MemberRow<Role> => ({
    about,
    outsider: said,
    suspended: said,
    roles: each(roles, () => said),
    unproved: said,
    another: null,
  })

export type Derived<Role extends string> = {
  about?: string
  /** The lowest role that is let through. */
  least: Role
  said: Said
  stepUp?: boolean | undefined
  another?: Said | null
}

/** The row that follows from the lowest role and from whether a fresh proof is needed. */
export function byRole<Role extends string>(
  { roles }: Ranks<Role>,
  { about = '', least, said, stepUp = false, another = null }: Derived<Role>,
): MemberRow<Role> {
  const isEnough = (role: Role) => roles.indexOf(role) >= roles.indexOf(least)
  return {
    about,
    ...outside,
    roles: each(roles, (role) => (isEnough(role) ? said : tooLow)),
    unproved: stepUp ? noProof : said,
    another,
  }
}

const each = <Role extends string>(roles: readonly Role[], said: (role: Role) => Said): Record<Role, Said> =>
  Object.fromEntries(roles.map((role) => [role, said(role)])) as Record<Role, Said>

/**
 * The operations that a member needs before a session exists, by their ids on the panel. Operations that also work with
 * a session, for oneself, treat a suspended member as one without a session.
 */
export function accessRows<Role extends string>(ranks: Ranks<Role>, least: Role) {
  const anyone = anybody(ranks)
  const forOneself = byRole(ranks, { about: 'own access', least, said: '200', stepUp: true })
  const own = { ...forOneself, suspended: outside.outsider }
  const finished = { ...own, another: '422 challenge_ended' }
  return {
    openInvitation: [anyone('an invitation', '200')],
    startPasskeyRegistration: [anyone('an invitation', '200'), own],
    finishPasskeyRegistration: [anyone('an invitation', '200'), finished],
    setPassword: [anyone('an invitation', '200'), own],
    confirmTotp: [anyone('an invitation', '200'), finished],
    startPasskeySignIn: [anyone('a sign-in', '200')],
    finishPasskeySignIn: [anyone('a passkey', '200')],
    signInWithPassword: [anyone('a password and a code', '200')],
    staffSignOut: [anyone('the session that asks', '204')],
  }
}

/** The names of the parameters of a path, as a type. */
export type ParamOf<Url extends string> = Url extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamOf<More>
    : Rest
  : never

/** The last parameter of a path. */
export const lastParamOf = ({ url }: Pick<Operation, 'url'>): string | undefined =>
  url.match(/(?<=:)\w+/g)?.at(-1)
