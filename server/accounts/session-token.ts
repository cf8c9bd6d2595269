import { hash, randomBytes } from 'node:crypto'

/** 256 random bits: no slow hash is needed, and no cookie has to be signed. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url')

export const isSessionToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** What is stored of it. */
export const hashSessionToken = (token: string): Buffer => hash('sha256', token, 'buffer')
