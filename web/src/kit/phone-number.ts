/** The typed phone number as E.164; null if it cannot be valid. The server validates it again. */
export function asPhone(typed: string): string | null {
  const bare = typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  // Nine digits with this first digit are a Spanish number; most users of this app are in Spain.
  const whole = /^[6789]\d{8}$/.test(bare) ? `+34${bare}` : bare
  return /^\+[1-9]\d{6,14}$/.test(whole) ? whole : null
}

/** `+34612345678` → `+34 612 345 678`, with spaces at which no line breaks; other numbers are unchanged. */
export const shownPhone = (phone: string): string =>
  phone.replace(/^(\+34)(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3\u00a0$4')
