/** What a person typed as E.164; null where it cannot be one. The server has the last word. */
export function asPhone(typed: string): string | null {
  const bare = typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  // Nine digits that begin like this are a Spanish number, and Spain is where most people of this app are.
  const whole = /^[6789]\d{8}$/.test(bare) ? `+34${bare}` : bare
  return /^\+[1-9]\d{6,14}$/.test(whole) ? whole : null
}

/** `+34612345678` → `+34 612 345 678`; other numbers as they are. */
export const shownPhone = (phone: string): string =>
  phone.replace(/^(\+34)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
