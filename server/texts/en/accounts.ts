import type { ErasureBlocker } from '#contract/vocabulary.ts'
import { euros } from './formats.ts'

/** Sign-in, accounts and carriers. */
export const accounts = {
  checkInput: 'Some of this is not valid. Please check it and try again.',
  landline: 'This is a landline, and the code comes by text. Use a mobile number.',
  codeWrong: 'That code is not right. Check the last text we sent you.',
  codeExpired: 'That code no longer works. Ask for a new one.',
  signedOut: 'Your session has ended. Please sign in again.',
  termsNotAccepted: 'Please read and accept the terms first.',
  termsNotInForce: 'The terms have changed in the meantime. Please read the new ones.',
  noMail: 'This installation sends no mail.',
  tooManyMailCodes: 'You have asked for too many codes today. Please try again tomorrow.',
  noticeAlwaysSent: 'This notice is about your money, so it is always sent.',
  noticeNeverSent: 'This notice is never sent this way.',
  suspended: 'This account is suspended. Please write to support.',
  erased: 'This account has been deleted.',
  otherSite: 'This request did not come from a page of this service.',
  twoSessions: 'Send a session cookie or `Authorization: Bearer`, not both.',
  notACarrier: 'This is for carriers. Sign up as a carrier first.',
  carrierNotApproved: 'Your carrier account is not approved at the moment.',
  profileIncomplete:
    'Before you accept a job, add a photo of your face and the plate of your vehicle in your profile. Your customers see who comes.',
  tooManyAreas: (max: number) => `You already have ${max} areas. Delete one to save another.`,
  largerVehicle:
    'Your account is suspended, so you cannot switch to a larger vehicle for now. Nothing was saved.',
  threeStrikes: 'You have three strikes within 30 days, for jobs that you dropped or did not collect.',
  /** Each blocker is a sentence of `blockers`. */
  notErasable: (blockers: string[]) => `The account cannot be deleted yet. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: () =>
      'You have a published job that is not finished: cancel it, or wait until it is delivered and paid.',
    deliveries: () =>
      'You accepted a job that is not finished: deliver it and wait until it is paid, or drop it.',
    problems: () => 'A question about one of your jobs is still open: wait until it is settled.',
    payments: () => 'A payment is still being processed: try again in a few minutes.',
    wallet: (cents: number) =>
      `There is ${euros(cents)} in the wallet: spend it, or write to support to have it paid back.`,
    earnings: (cents: number) =>
      `${euros(cents)} of earnings has not been paid out: set up payouts if you have not, and wait for the transfer, or write to support.`,
  } satisfies Record<ErasureBlocker, (cents: number) => string>,
}
