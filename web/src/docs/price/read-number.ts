/** Reads a number that a person typed, with a comma or a point; null for anything else. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^-?\d{1,6}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null
}
