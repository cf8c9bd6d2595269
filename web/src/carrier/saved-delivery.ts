import { readSetting, writeSetting } from '../kit/settings.ts'

/** Data of a delivery, stored while its photo is uploaded, because the page may be closed before the upload ends. */
export type SavedDelivery = { tapped_at: string; reason?: string }

export const saveDelivery = (jobId: string, saved: SavedDelivery): void =>
  writeSetting(settingOf(jobId), JSON.stringify(saved))

/** Returns and deletes the stored data of the delivery; empty if no data is stored. */
export function takeDelivery(jobId: string): Partial<SavedDelivery> {
  const text = readSetting(settingOf(jobId))
  writeSetting(settingOf(jobId), null)
  try {
    return JSON.parse(text ?? '{}') as Partial<SavedDelivery>
  } catch {
    return {}
  }
}

const settingOf = (jobId: string): string => `delivery.${jobId}`
