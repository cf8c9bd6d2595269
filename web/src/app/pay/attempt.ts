import { readSetting, writeSetting } from '../../kit/settings.ts'

/**
 * A payment that was begun: its id is kept before the call, so that a reload, a lost answer or the way to the bank and back
 * join the same payment and never make a second one.
 */
export type Attempt = { paymentId: string; source: 'card' | 'wallet'; methodId: string | null }

export function readAttempt(jobId: string): Attempt | null {
  try {
    return JSON.parse(readSetting(settingOf(jobId)) ?? 'null') as Attempt | null
  } catch {
    return null
  }
}

export const keepAttempt = (jobId: string, attempt: Attempt): void =>
  writeSetting(settingOf(jobId), JSON.stringify(attempt))

export const forgetAttempt = (jobId: string): void => writeSetting(settingOf(jobId), null)

const settingOf = (jobId: string): string => `payment.${jobId}`
