/**
 * Parses a secret key from base64 (also URL-safe) or hex.
 *
 * @returns null for anything else, and for 32 bytes that are clearly not random, such as zeros.
 */
export function parseSecretKey(text: string): Buffer | null {
  const value = text.trim()
  const key = decoded(value)
  return key && new Set(key).size >= minDifferentBytes ? key : null
}

export const secretKeyForm = '32 random bytes in base64 or hex (one is made by: openssl rand -base64 32)'

/** Returns the value of `SECRET_KEY`, or null if it is not set. An error is added to `faults`, without the value. */
export function readSecretKey(text: string | undefined, faults: string[]): Buffer | null {
  if (text === undefined) return null
  const key = parseSecretKey(text)
  if (!key) faults.push(`SECRET_KEY must be ${secretKeyForm}`)
  return key
}

function decoded(value: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex')
  // 43 characters hold 32 bytes plus two bits. Node decodes both base64 alphabets.
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(value) ? Buffer.from(value, 'base64') : null
}

/** 32 random bytes contain about 30 different values; fewer than this occur once in 10^30 keys. */
const minDifferentBytes = 8
