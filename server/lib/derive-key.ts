import { hkdfSync } from 'node:crypto'

/** A 256-bit key for one use (HKDF, RFC 5869). It discloses neither the secret key nor the key of another use. */
export const deriveKey = (secretKey: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `dray ${use}`, 32))
