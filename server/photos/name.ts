import { photoName } from '#contract/app/common.ts'
import { randomAlphanumeric } from '../lib/ids.ts'

/** 160 random bits: the unguessable name in the URL protects a stored photo. */
export const newPhotoName = (): string => `${randomAlphanumeric(27)}.jpg`

/** Only names of this format are looked up, to avoid leaving the folder. */
export const isPhotoName = (text: string): boolean => pattern.test(text)

const pattern = new RegExp(photoName, 'u')
