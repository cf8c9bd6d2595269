import { createSealer, deriveKey, type Sealer } from '../lib/sealer.ts'
import { type BodySealer, createBodySealer } from '../sms/sealed-body.ts'

/** One label for each use of the secret key. If a label changes, data written with its key becomes unreadable. */
const labels = { codePepper: 'sign-in codes', smsBody: 'sms bodies', memberTotp: 'member totp' }

export const codePepper = (secretKey: Buffer): Buffer => deriveKey(secretKey, labels.codePepper)

export const bodySealer = (secretKey: Buffer): BodySealer =>
  createBodySealer(deriveKey(secretKey, labels.smsBody))

/** Seals what authenticator apps of members share with the service. */
export const memberSealer = (secretKey: Buffer): Sealer =>
  createSealer(deriveKey(secretKey, labels.memberTotp), 'member')
