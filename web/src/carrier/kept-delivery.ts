import { readSetting, writeSetting } from '../kit/settings.ts'

/** What goes with "delivered", kept while its photo is on its way: the page may be closed between the two. */
export type KeptDelivery = { tapped_at: string; reason?: string }

export const keepDelivery = (jobId: string, kept: KeptDelivery): void =>
  writeSetting(settingOf(jobId), JSON.stringify(kept))

/** Without the kept one, the tap is not known any more, and nothing is said of it. */
export function takeDelivery(jobId: string): Partial<KeptDelivery> {
  const text = readSetting(settingOf(jobId))
  writeSetting(settingOf(jobId), null)
  try {
    return JSON.parse(text ?? '{}') as Partial<KeptDelivery>
  } catch {
    return {}
  }
}

const settingOf = (jobId: string): string => `delivery.${jobId}`
