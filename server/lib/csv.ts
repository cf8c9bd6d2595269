type Cell = string | number | boolean | Date | null

export type Column<Row> = { header: string; value: (row: Row) => Cell }

/**
 * A CSV file (RFC 4180) in parts: the header with the first page, then one part per page. A page is read after the
 * previous part was taken.
 */
export async function* csvOf<Row>(
  columns: readonly Column<Row>[],
  pages: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let head = csvHead(columns)
  for await (const rows of pages) {
    yield head + csvLines(columns, rows)
    head = ''
  }
  if (head !== '') yield head
}

/** The header line, after the byte order mark, which spreadsheets need to read the file as UTF-8. */
export const csvHead = <Row>(columns: readonly Column<Row>[]): string =>
  `\uFEFF${line(columns.map(({ header }) => header))}`

export const csvLines = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(({ value }) => value(row)))).join('')

/** Columns that show members of the row, named after them. */
export const membersOf = <const Name extends string>(
  ...names: Name[]
): Column<{ readonly [Each in Name]: Cell }>[] =>
  names.map((name) => ({ header: name, value: (row) => row[name] }))

const line = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: Cell): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const text = withoutFormulas(value.toWellFormed())
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A spreadsheet runs a cell as a formula if it begins with one of these characters, so the text gets an apostrophe
 * before them; also after a `;`, tab or line break inside the text. With a decimal comma, as in Spain, a spreadsheet
 * splits lines at semicolons and ignores our quotes, so a cell can begin there.
 */
const withoutFormulas = (text: string): string =>
  text.replace(/^[\t\r\n]/, "'$&").replace(startOfFormula, "$1'$2")

const startOfFormula = /(^|[;\t\r\n])((?:(?![\t\r\n])[\s\p{C}])*[=+\-@＝＋－＠])/gu
