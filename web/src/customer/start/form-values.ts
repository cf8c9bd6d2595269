import type { JobSize } from '#contract/vocabulary.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'

/** A stop as the person typed it. */
export type TypedStop = { address: string; floor: number | string; has_elevator: boolean }
export type UploadedHere = { photo_id: string; url: string }

export type StartValues = {
  job_id: string
  size: JobSize | ''
  title: string
  description: string
  pickup: TypedStop
  dropoff: TypedStop
  photos: UploadedHere[]
}

const setting = 'start-job'

/** The stored values of an unsent form, or an empty form with a new `job_id`, so a retry creates only one job. */
export function savedValues(): StartValues {
  try {
    const saved = JSON.parse(readSetting(setting) ?? 'null') as StartValues | null
    return saved ?? emptyValues()
  } catch {
    return emptyValues()
  }
}

export const saveValues = (values: StartValues): void => writeSetting(setting, JSON.stringify(values))
export const forgetValues = (): void => writeSetting(setting, null)

export const emptyValues = (): StartValues => ({
  job_id: crypto.randomUUID(),
  size: '',
  title: '',
  description: '',
  pickup: { address: '', floor: 0, has_elevator: false },
  dropoff: { address: '', floor: 0, has_elevator: false },
  photos: [],
})

/** A stop in the format of the API; an elevator is ignored on floor 0. */
export function stopOf({ address, floor, has_elevator }: TypedStop) {
  const number = typeof floor === 'number' ? floor : Number(floor) || 0
  return { address: address.trim(), floor: number, has_elevator: number !== 0 && has_elevator }
}
