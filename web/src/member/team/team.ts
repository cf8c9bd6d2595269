import { createContext, useContext } from 'react'
import type { TObject } from 'typebox'
import type { Member, OpenInvitation } from '#contract/admin/members.ts'
import type { Language, MemberRole } from '#contract/vocabulary.ts'
import type { WebOperation } from '../../kit/api.ts'
import type { Reading } from '../../kit/query-client.ts'
import type { Search } from '../../panel/link.tsx'
import type { Link } from '../hand-over.tsx'

/** A member of staff, or of a partner. */
export type TeamMember = Omit<Member, 'role'> & { role: MemberRole }
export type TeamInvitation = Omit<OpenInvitation, 'role'> & { role: MemberRole }
export type NewPerson = { name: string; role: MemberRole; language: Language }

type Options = { keepalive?: boolean }

/** What the reader may do with the members of a team. */
export type TeamActs = {
  invite: (person: NewPerson, reason: string) => Promise<Link>
  inviteBack: (memberId: string, reason: string) => Promise<Link>
  changeRole: (memberId: string, role: MemberRole, reason: string) => Promise<TeamMember>
  suspend: (memberId: string, reason: string) => Promise<unknown>
  resume: (memberId: string, reason: string) => Promise<unknown>
  remove: (memberId: string, reason: string, options: Options) => Promise<unknown>
  revoke: (invitationId: string, reason: string, options: Options) => Promise<unknown>
}

/** The words that differ between teams. */
export type TeamWords = {
  title: string
  none: { title: string; text: string }
  /** Who decides on the team, for a reader who only looks. */
  onlyWho: string
  role: (role: MemberRole) => string
  roleHelp: (role: MemberRole) => string
}

/** The people of the operator or of a partner, as the reader sees them. */
export type Team = {
  /** From the least to the most that a member may do. */
  roles: readonly MemberRole[]
  /** The role that an invitation proposes. */
  usualRole: MemberRole
  /** The language that an invitation proposes; by default the reader's. */
  usualLanguage?: Language
  words: TeamWords
  /** The newest 200 members, or the page before a position. */
  members: (before?: string) => Reading<{ members: TeamMember[]; next: string | null }>
  /** Requested only if the reader may act. */
  invitations: () => Reading<{ invitations: TeamInvitation[] }>
  /** Null if the reader only looks. */
  acts: TeamActs | null
  /** The request bodies of an invitation, and of every act with a reason. */
  bodies: { invite: TObject; reason: TObject }
  /** Asks for the fresh proof now, for an act that is sent later. */
  prove: () => Promise<void>
  /** Queries whose responses the acts change. */
  changed: Pick<WebOperation, 'operationId'>[]
  /** The member who reads, if one of these people. */
  ownId?: string
  /** The page with what a member did. */
  historyOf?: (memberId: string) => { to: string; search: Search }
}

const TeamContext = createContext<Team | null>(null)

export const TeamProvider = TeamContext.Provider

export function useTeam(): Team {
  const team = useContext(TeamContext)
  if (!team) throw new Error('The page is not about a team')
  return team
}
