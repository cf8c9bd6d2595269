import { Type } from 'typebox'
import { RecoveryCodes } from '../admin/common.ts'
import * as own from '../admin/own-access.ts'
import * as session from '../admin/session.ts'
import type { PartnerPanelOperation } from '../operation.ts'
import { PartnerMe, PartnerRoleChoice, PartnerSignedIn } from './common.ts'
import { derive } from './derive.ts'

/* Sign-in and the operations of members on their sign-in: as in the operator's panel. */

const PartnerInvitation = Type.Object(
  { ...session.Invitation.properties, role: PartnerRoleChoice },
  { $id: 'PartnerInvitation', additionalProperties: false },
)

export const openPartnerInvitation = derive(session.openInvitation, {
  operationId: 'openPartnerInvitation',
  success: PartnerInvitation,
})

export const startPartnerPasskeyRegistration = derive(session.startPasskeyRegistration, {
  operationId: 'startPartnerPasskeyRegistration',
})

export const finishPartnerPasskeyRegistration = derive(session.finishPasskeyRegistration, {
  operationId: 'finishPartnerPasskeyRegistration',
  success: PartnerSignedIn,
})

export const setPartnerPassword = derive(session.setPassword, { operationId: 'setPartnerPassword' })

export const confirmPartnerTotp = derive(session.confirmTotp, {
  operationId: 'confirmPartnerTotp',
  success: Type.Object({ me: PartnerMe, recovery_codes: RecoveryCodes }, { additionalProperties: false }),
})

export const startPartnerPasskeySignIn = derive(session.startPasskeySignIn, {
  operationId: 'startPartnerPasskeySignIn',
})

export const finishPartnerPasskeySignIn = derive(session.finishPasskeySignIn, {
  operationId: 'finishPartnerPasskeySignIn',
  success: PartnerSignedIn,
})

export const signInToPartnerWithPassword = derive(session.signInWithPassword, {
  operationId: 'signInToPartnerWithPassword',
  success: PartnerSignedIn,
})

export const partnerSignOut = derive(session.staffSignOut, { operationId: 'partnerSignOut' })

export const readPartnerMe = derive(own.readStaffMe, {
  operationId: 'readPartnerMe',
  success: PartnerMe,
  description: 'The member behind this session, and the partner.',
})

export const changePartnerMe = derive(own.changeStaffMe, {
  operationId: 'changePartnerMe',
  success: PartnerMe,
})

export const listPartnerSessions = derive(own.listStaffSessions, { operationId: 'listPartnerSessions' })

export const endPartnerSession = derive(own.endStaffSession, { operationId: 'endPartnerSession' })

export const endOtherPartnerSessions = derive(own.endOtherStaffSessions, {
  operationId: 'endOtherPartnerSessions',
})

export const listPartnerPasskeys = derive(own.listPasskeys, { operationId: 'listPartnerPasskeys' })

export const removePartnerPasskey = derive(own.removePasskey, { operationId: 'removePartnerPasskey' })

export const newPartnerRecoveryCodes = derive(own.newRecoveryCodes, {
  operationId: 'newPartnerRecoveryCodes',
})

export const startPartnerStepUp = derive(own.startStepUp, { operationId: 'startPartnerStepUp' })

export const finishPartnerStepUp = derive(own.finishStepUp, {
  operationId: 'finishPartnerStepUp',
  success: PartnerSignedIn,
})

export const stepUpWithPartnerCode = derive(own.stepUpWithCode, {
  operationId: 'stepUpWithPartnerCode',
  success: PartnerSignedIn,
})

/** The operations that concern only the member; members of a suspended partner may also call them. */
export const partnerAccessOperations = [
  openPartnerInvitation,
  startPartnerPasskeyRegistration,
  finishPartnerPasskeyRegistration,
  setPartnerPassword,
  confirmPartnerTotp,
  startPartnerPasskeySignIn,
  finishPartnerPasskeySignIn,
  signInToPartnerWithPassword,
  partnerSignOut,
  readPartnerMe,
  changePartnerMe,
  listPartnerSessions,
  endPartnerSession,
  endOtherPartnerSessions,
  listPartnerPasskeys,
  removePartnerPasskey,
  newPartnerRecoveryCodes,
  startPartnerStepUp,
  finishPartnerStepUp,
  stepUpWithPartnerCode,
] as const satisfies readonly PartnerPanelOperation[]
