/**
 * Comma-separated values (RFC 4180) with a mark by which spreadsheets know UTF-8. A text that a spreadsheet would compute
 * is made one that it shows.
 */
export const csvOf = (rows: string[][]): string =>
  `\uFEFF${rows.map((row) => row.map(field).join(',')).join('\r\n')}\r\n`

function field(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
