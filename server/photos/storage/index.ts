import { disk } from './disk.ts'

/** The values of `PHOTO_STORAGE`. */
export const storageProviders = { disk }
