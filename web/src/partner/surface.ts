import type { i18n } from 'i18next'
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

function wordsOf(language: i18n): SurfaceWords {
  const t = language.getFixedT(null, 'partner')
  const partners = language.getFixedT(null, 'partners')
  return {
    name: t('name'),
    signInLead: t('signIn.lead'),
    signInHelp: t('signIn.help'),
    invitationLead: (values) => t('invitation.lead', values),
    nameHelp: t('nameHelp'),
    role: (role) => partners(`roles.${asPartners(role)}`),
    roleHelp: (role) => partners(`roleHelp.${asPartners(role)}`),
  }
}
