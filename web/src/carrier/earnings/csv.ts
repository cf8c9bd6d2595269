/** What separates the columns: a semicolon where the decimal sign is a comma, as spreadsheets there expect. */
export type Separator = ',' | ';'

/**
 * Separated values (RFC 4180) with a mark by which spreadsheets recognise UTF-8. A text that a spreadsheet would compute
 * becomes one that it shows.
 */
export const csvOf = (rows: string[][], separator: Separator): string =>
  `\uFEFF${rows.map((row) => row.map((value) => field(value, separator)).join(separator)).join('\r\n')}\r\n`

function field(value: string, separator: Separator): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  const isSplit = harmless.includes(separator) || /["\r\n]/.test(harmless)
  return isSplit ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
