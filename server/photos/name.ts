import { photoName } from '#contract/app/common.ts'
import { randomAlphanumeric } from '../lib/ids.ts'

/** 160 random bits: the name in the URL is what keeps a stored photo from strangers. */
export const newPhotoName = (): string => `${randomAlphanumeric(27)}.jpg`

/** Nothing else is looked up, so that no name can lead out of the folder. */
export const isPhotoName = (text: string): boolean => pattern.test(text)

const pattern = new RegExp(photoName, 'u')
