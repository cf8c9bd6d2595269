import { createContext, useContext } from 'react'
import type { StaffMe } from '#contract/admin/common.ts'
import type * as own from '#contract/admin/own-access.ts'
import type * as session from '#contract/admin/session.ts'
import type * as partner from '#contract/partner-panel/access.ts'
import type { PartnerMe } from '#contract/partner-panel/common.ts'
import type { MemberRole } from '#contract/vocabulary.ts'
import type { Output, WebOperation } from '../kit/api.ts'
import type { Translate } from '../kit/texts/text-of.ts'
import { useTexts } from '../kit/texts/use-texts.ts'

/** The member who is signed in: one of the operator's staff, or of a partner. */
export type MemberMe = StaffMe | PartnerMe

type Any = { answers: object }

/** One of two operations with the same input, at the URLs of their surfaces. */
type OneOf<Staff extends Any, Partner extends Any> = Omit<
  Staff,
  'operationId' | 'url' | 'access' | 'answers'
> &
  Pick<WebOperation, 'operationId' | 'url' | 'access'> & { answers: Staff['answers'] | Partner['answers'] }

/** How members get in, and what they may do with their own access: the same on every surface. */
export type MemberOperations = {
  openInvitation: OneOf<typeof session.openInvitation, typeof partner.openPartnerInvitation>
  startPasskeyRegistration: OneOf<
    typeof session.startPasskeyRegistration,
    typeof partner.startPartnerPasskeyRegistration
  >
  finishPasskeyRegistration: OneOf<
    typeof session.finishPasskeyRegistration,
    typeof partner.finishPartnerPasskeyRegistration
  >
  setPassword: OneOf<typeof session.setPassword, typeof partner.setPartnerPassword>
  confirmTotp: OneOf<typeof session.confirmTotp, typeof partner.confirmPartnerTotp>
  startPasskeySignIn: OneOf<typeof session.startPasskeySignIn, typeof partner.startPartnerPasskeySignIn>
  finishPasskeySignIn: OneOf<typeof session.finishPasskeySignIn, typeof partner.finishPartnerPasskeySignIn>
  signInWithPassword: OneOf<typeof session.signInWithPassword, typeof partner.signInToPartnerWithPassword>
  signOut: OneOf<typeof session.staffSignOut, typeof partner.partnerSignOut>
  readMe: OneOf<typeof own.readStaffMe, typeof partner.readPartnerMe>
  changeMe: OneOf<typeof own.changeStaffMe, typeof partner.changePartnerMe>
  listSessions: OneOf<typeof own.listStaffSessions, typeof partner.listPartnerSessions>
  endSession: OneOf<typeof own.endStaffSession, typeof partner.endPartnerSession>
  endOtherSessions: OneOf<typeof own.endOtherStaffSessions, typeof partner.endOtherPartnerSessions>
  listPasskeys: OneOf<typeof own.listPasskeys, typeof partner.listPartnerPasskeys>
  removePasskey: OneOf<typeof own.removePasskey, typeof partner.removePartnerPasskey>
  newRecoveryCodes: OneOf<typeof own.newRecoveryCodes, typeof partner.newPartnerRecoveryCodes>
  startStepUp: OneOf<typeof own.startStepUp, typeof partner.startPartnerStepUp>
  finishStepUp: OneOf<typeof own.finishStepUp, typeof partner.finishPartnerStepUp>
  stepUpWithCode: OneOf<typeof own.stepUpWithCode, typeof partner.stepUpWithPartnerCode>
}

export type Invitation = Output<MemberOperations['openInvitation']>

type WordArea = 'admin' | 'partner' | 'partners'

/** The words that differ between the surfaces. */
export type SurfaceWords = {
  /** Beside the name of the service. */
  name: string
  signInLead: string
  /** Who can help a member who has lost every way in. */
  signInHelp: string
  invitationLead: (values: { place: string; role: string }) => string
  nameHelp: string
  role: (role: MemberRole) => string
  roleHelp: (role: MemberRole) => string
}

/** The pages of one kind of members: the operator's staff at `/admin`, the people of partners at `/partner`. */
export type Surface = {
  /** The first page; every other page is below it. */
  home: '/admin' | '/partner'
  operations: MemberOperations
  /** Queries that show the name of the member. */
  showingNames: Pick<WebOperation, 'operationId'>[]
  /** The areas of its texts that have the words. */
  areas: WordArea[]
  wordsOf: (t: Translate<WordArea>) => SurfaceWords
}

const SurfaceContext = createContext<Surface | null>(null)

export const SurfaceProvider = SurfaceContext.Provider

export function useSurface(): Surface {
  const surface = useContext(SurfaceContext)
  if (!surface) throw new Error('The page has no surface')
  return surface
}

/** The words of the surface, in the language of the page. */
export function useWords(): SurfaceWords {
  const { areas, wordsOf } = useSurface()
  const { t } = useTexts(areas)
  return wordsOf(t)
}
