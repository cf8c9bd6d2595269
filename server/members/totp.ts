import { Secret, TOTP } from 'otpauth'

/** Codes of authenticator apps (RFC 6238): six digits, 30 seconds, SHA-1, which every app can. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 random bits, as Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What the QR code says. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...settings, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/**
 * The step of 30 seconds that a code belongs to; null when it is wrong. The steps before and after the present one are
 * accepted too, because clocks differ. The caller refuses a step that was used.
 */
export function stepOf(code: string, { secret, nowMs }: { secret: string; nowMs: number }): number | null {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / 30_000) + delta
}
