import { Problem } from '../lib/problem.ts'

/* Texts of errors for a member, by reason. */

export const signedOut = new Problem('signed_out', (t) => t.accounts.signedOut)

export const memberSuspended = new Problem('member_suspended', (t) => t.members.suspended)

/** The operator has suspended the partner: its members can only read. */
export const partnerSuspended = new Problem('partner_suspended', (t) => t.members.partnerSuspended, {
  asksSupport: true,
})

export const roleTooLow = new Problem('role_too_low', (t) => t.members.roleTooLow)

export const stepUpRequired = new Problem('step_up_required', (t) => t.members.stepUpRequired)

/** One error for a wrong name, password, code or passkey, to avoid revealing data of members. */
export const signInRefused = new Problem('sign_in_refused', (t) => t.members.signInRefused)

export const proofRefused = new Problem('proof_refused', (t) => t.members.proofRefused)

export const passkeyRefused = new Problem('passkey_refused', (t) => t.members.passkeyRefused)

export const invitationEnded = new Problem('invitation_ended', (t) => t.members.invitationEnded)

export const challengeEnded = new Problem('challenge_ended', (t) => t.members.challengeEnded)

export const loginNameTaken = new Problem('login_name_taken', (t) => t.members.loginNameTaken)

export const loginNameNeeded = new Problem('validation_error', (t) => t.accounts.checkInput, {
  details: { login_name: (t) => t.fields.required },
})

/** By reason why a password is easy to guess (`weak-passwords.ts`). */
export const weakPassword = {
  common: new Problem('validation_error', (t) => t.accounts.checkInput, {
    details: { password: (t) => t.fields.commonPassword },
  }),
  own: new Problem('validation_error', (t) => t.accounts.checkInput, {
    details: { password: (t) => t.fields.ownWords },
  }),
}

export const lastOwner = new Problem('last_owner', (t) => t.members.lastOwner)

export const lastAdmin = new Problem('last_admin', (t) => t.members.lastAdmin)

export const lastWayIn = new Problem('last_way_in', (t) => t.members.lastWayIn)

export const noPassword = new Problem('wrong_state', (t) => t.members.noPassword)

export const noPasskey = new Problem('wrong_state', (t) => t.members.noPasskey)

/** The session is one of the partner, so there is no view to end. */
export const notViewing = new Problem('wrong_state', (t) => t.members.notViewing)

export const invitationUsed = new Problem('wrong_state', (t) => t.members.invitationUsed)
