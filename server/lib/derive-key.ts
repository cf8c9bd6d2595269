import { hkdfSync } from 'node:crypto'

/** Derives a 256-bit key for one use (HKDF, RFC 5869). It reveals neither the secret key nor the keys of other uses. */
export const deriveKey = (secretKey: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `dray ${use}`, 32))
