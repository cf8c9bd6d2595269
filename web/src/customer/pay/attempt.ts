import { readSetting, writeSetting } from '../../kit/settings.ts'

/**
 * A payment that was started. Its id is stored before the request, so a reload, a lost response or a visit to the
 * bank's page continues the same payment instead of creating another.
 */
export type Attempt = { paymentId: string; source: 'card' | 'wallet'; methodId: string | null }

export function readAttempt(jobId: string): Attempt | null {
  try {
    return JSON.parse(readSetting(settingOf(jobId)) ?? 'null') as Attempt | null
  } catch {
    return null
  }
}

export const saveAttempt = (jobId: string, attempt: Attempt): void =>
  writeSetting(settingOf(jobId), JSON.stringify(attempt))

export const forgetAttempt = (jobId: string): void => writeSetting(settingOf(jobId), null)

const settingOf = (jobId: string): string => `payment.${jobId}`
