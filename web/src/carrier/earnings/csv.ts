/** Column separator: spreadsheets expect a semicolon in locales with a decimal comma. */
export type Separator = ',' | ';'

/**
 * CSV (RFC 4180) with a byte order mark, by which spreadsheets recognise UTF-8. Values that a spreadsheet would run as
 * a formula are escaped.
 */
export const csvOf = (rows: string[][], separator: Separator): string =>
  `\uFEFF${rows.map((row) => row.map((value) => field(value, separator)).join(separator)).join('\r\n')}\r\n`

function field(value: string, separator: Separator): string {
  const isAmount = /^-\d+([.,]\d+)?$/.test(value)
  const safe = /^[=+\-@\t\r]/.test(value) && !isAmount ? `'${value}` : value
  const needsQuotes = safe.includes(separator) || /["\r\n]/.test(safe)
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe
}
