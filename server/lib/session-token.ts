import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, so neither a slow hash nor a signed cookie is needed. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url')

export const isSessionToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The stored form of a token. */
export const hashSessionToken = (token: string): Buffer => hash('sha256', token, 'buffer')
