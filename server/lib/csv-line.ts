/**
 * One line of a CSV file (RFC 4180). A spreadsheet runs a cell that begins with one of these characters as a formula, so
 * such a text gets an apostrophe before it.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[\s\p{Cf}]*[=+\-@]/u.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
