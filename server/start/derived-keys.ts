import { deriveKey } from '../lib/derive-key.ts'
import { type BodySealer, createBodySealer } from '../sms/sealed-body.ts'

/** One label for each use of the secret key. If a label changes, data written with its key becomes unreadable. */
const labels = { codePepper: 'sign-in codes', smsBody: 'sms bodies' }

export const codePepper = (secretKey: Buffer): Buffer => deriveKey(secretKey, labels.codePepper)

export const bodySealer = (secretKey: Buffer): BodySealer =>
  createBodySealer(deriveKey(secretKey, labels.smsBody))
