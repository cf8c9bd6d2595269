import { listMembers } from '#contract/admin/members.ts'
import {
  changeStaffMe,
  endOtherStaffSessions,
  endStaffSession,
  finishStepUp,
  listPasskeys,
  listStaffSessions,
  newRecoveryCodes,
  readStaffMe,
  removePasskey,
  startStepUp,
  stepUpWithCode,
} from '#contract/admin/own-access.ts'
import {
  confirmTotp,
  finishPasskeyRegistration,
  finishPasskeySignIn,
  openInvitation,
  setPassword,
  signInWithPassword,
  staffSignOut,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '#contract/admin/session.ts'
import type { Translate } from '../kit/texts/text-of.ts'
import type { Surface, SurfaceWords } from '../member/surface.ts'
import { asStaff } from './staff/as-staff.ts'

/** The operator's panel, for members of staff. */
export const surface: Surface = {
  home: '/admin',
  operations: {
    confirmTotp,
    finishPasskeyRegistration,
    finishPasskeySignIn,
    openInvitation,
    setPassword,
    signInWithPassword,
    signOut: staffSignOut,
    startPasskeyRegistration,
    startPasskeySignIn,
    changeMe: changeStaffMe,
    endOtherSessions: endOtherStaffSessions,
    endSession: endStaffSession,
    finishStepUp,
    listPasskeys,
    listSessions: listStaffSessions,
    newRecoveryCodes,
    readMe: readStaffMe,
    removePasskey,
    startStepUp,
    stepUpWithCode,
  },
  showingNames: [listMembers],
  areas: ['admin'],
  wordsOf,
}

function wordsOf(t: Translate<'admin'>): SurfaceWords {
  return {
    name: t('name'),
    signInLead: t('signIn.lead'),
    signInHelp: t('signIn.help'),
    invitationLead: (values) => t('invitation.lead', values),
    nameHelp: t('nameHelp'),
    role: (role) => t(`roles.${asStaff(role)}`),
    roleHelp: (role) => t(`roleHelp.${asStaff(role)}`),
  }
}
