import { createContext, useContext } from 'react'
import type { TObject } from 'typebox'
import type { OpenPartnerInvitation, PartnerMember } from '#contract/partner-panel/members.ts'
import type { Language, PartnerRole } from '#contract/vocabulary.ts'
import type { WebOperation } from '../../kit/api.ts'
import type { Reading } from '../../kit/query-client.ts'
import type { Link } from '../../member/hand-over.tsx'
import type { Search } from '../../panel/link.tsx'

export type NewPerson = { name: string; role: PartnerRole; language: Language }

type Options = { keepalive?: boolean }

/** What the reader may do with the people of a partner. */
export type TeamActs = {
  invite: (person: NewPerson, reason: string) => Promise<Link>
  inviteBack: (memberId: string, reason: string) => Promise<Link>
  changeRole: (memberId: string, role: PartnerRole, reason: string) => Promise<PartnerMember>
  suspend: (memberId: string, reason: string) => Promise<unknown>
  resume: (memberId: string, reason: string) => Promise<unknown>
  remove: (memberId: string, reason: string, options: Options) => Promise<unknown>
  revoke: (invitationId: string, reason: string, options: Options) => Promise<unknown>
}

/** The people of a partner, as staff or the partner's own members see them. */
export type Team = {
  /** The newest 200, or those before a place. */
  members: (before?: string) => Reading<{ members: PartnerMember[]; next: string | null }>
  /** Asked only if the reader may act. */
  invitations: () => Reading<{ invitations: OpenPartnerInvitation[] }>
  /** Null if the reader only looks. */
  acts: TeamActs | null
  /** A request body with the reason of an act. */
  reasonBody: TObject
  /** Asks for the fresh proof now, for an act that is sent later. */
  prove: () => Promise<void>
  /** Reads that the acts change. */
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
  if (!team) throw new Error('The page is not about the people of a partner')
  return team
}
