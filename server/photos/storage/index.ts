import { disk } from './disk.ts'

/** The values of `PHOTO_STORAGE`. */
export const photoStorages = { disk }
