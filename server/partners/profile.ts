/**
 * Returns the error in a company name, or null. Every SMS begins with the name, so it must fit there: 1 to 60
 * characters on one line.
 */
export function companyNameFault(name: string): string | null {
  const trimmed = name.trim()
  if (trimmed.length === 0 || [...trimmed].length > 60) return 'the company name must have 1 to 60 characters'
  if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(trimmed))
    return 'the company name must be one line of plain text'
  if (/https?:|www\.|\/\//i.test(trimmed)) return 'the company name must not contain a link'
  return null
}
