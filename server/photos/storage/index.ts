import { disk } from './disk.ts'
import { s3 } from './s3.ts'

/** The values of `PHOTO_STORAGE`. */
export const storageProviders = { disk, s3 }
