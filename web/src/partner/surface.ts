import {
  changePartnerMe,
  confirmPartnerTotp,
  endOtherPartnerSessions,
  endPartnerSession,
  finishPartnerPasskeyRegistration,
  finishPartnerPasskeySignIn,
  finishPartnerStepUp,
  listPartnerPasskeys,
  listPartnerSessions,
  newPartnerRecoveryCodes,
  openPartnerInvitation,
  partnerSignOut,
  readPartnerMe,
  removePartnerPasskey,
  setPartnerPassword,
  signInToPartnerWithPassword,
  startPartnerPasskeyRegistration,
  startPartnerPasskeySignIn,
  startPartnerStepUp,
  stepUpWithPartnerCode,
} from '#contract/partner-panel/access.ts'
import { listOwnMembers } from '#contract/partner-panel/members.ts'
import type { Translate } from '../kit/texts/text-of.ts'
import type { Surface, SurfaceWords } from '../member/surface.ts'
import { asPartners } from '../partnership/people/as-partners.ts'

/** The partner's own pages, for the people whom the partner or the operator has invited. */
export const surface: Surface = {
  home: '/partner',
  operations: {
    openInvitation: openPartnerInvitation,
    startPasskeyRegistration: startPartnerPasskeyRegistration,
    finishPasskeyRegistration: finishPartnerPasskeyRegistration,
    setPassword: setPartnerPassword,
    confirmTotp: confirmPartnerTotp,
    startPasskeySignIn: startPartnerPasskeySignIn,
    finishPasskeySignIn: finishPartnerPasskeySignIn,
    signInWithPassword: signInToPartnerWithPassword,
    signOut: partnerSignOut,
    readMe: readPartnerMe,
    changeMe: changePartnerMe,
    listSessions: listPartnerSessions,
    endSession: endPartnerSession,
    endOtherSessions: endOtherPartnerSessions,
    listPasskeys: listPartnerPasskeys,
    removePasskey: removePartnerPasskey,
    newRecoveryCodes: newPartnerRecoveryCodes,
    startStepUp: startPartnerStepUp,
    finishStepUp: finishPartnerStepUp,
    stepUpWithCode: stepUpWithPartnerCode,
  },
  showingNames: [listOwnMembers],
  areas: ['partner', 'partners'],
  wordsOf,
}

function wordsOf(t: Translate<'partner' | 'partners'>): SurfaceWords {
  return {
    name: t('name'),
    signInLead: t('signIn.lead'),
    signInHelp: t('signIn.help'),
    invitationLead: (values) => t('invitation.lead', values),
    nameHelp: t('nameHelp'),
    role: (role) => t(`roles.${asPartners(role)}`),
    roleHelp: (role) => t(`roleHelp.${asPartners(role)}`),
  }
}
