import { OperatorError } from '../lib/operator-error.ts'
import { Problem } from '../lib/problem.ts'
import { type IssuedInvitation, invitationLink } from '../members/invitations.ts'

type Row = Record<string, unknown>

/** Prints one JSON value with `--json`, otherwise readable lines or a table. */
export function show(value: Row | Row[] | null, json: boolean): void {
  if (json) console.log(JSON.stringify(value, null, 2))
  else if (value) console.log(readable(value))
}

/** Text for people: a table of rows, or one line for each member of a row with its content indented below. */
export const readable = (value: Row | Row[]): string =>
  Array.isArray(value) ? (value.length ? table(value.map(inEuros)) : 'None.') : list(inEuros(value))

/** The row with readable amounts: `amount_cents: 1250` becomes `amount: €12.50`. JSON keeps the cents. */
const inEuros = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      /cents/i.test(name) ? [withoutCents(name), euros(value)] : [name, amountsWithin(value)],
    ),
  )

function amountsWithin(value: unknown): unknown {
  if (isRow(value)) return inEuros(value)
  return isRows(value) ? value.map(inEuros) : value
}

/** `amount_cents` → `amount`, `centsPerKm` → `perKm`, `stairsCentsPerFloor` → `stairsPerFloor`. */
const withoutCents = (name: string): string => {
  const rest = name.replace(/_?cents/i, '')
  return rest ? rest.charAt(0).toLowerCase() + rest.slice(1) : name
}

const currency = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

/** A number of cents; in a row, such as prices by size, each of them. */
function euros(value: unknown): unknown {
  if (typeof value === 'number') return currency.format(value / 100)
  return isRow(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, euros(each)]))
    : value
}

/** Prints a sentence about the result for people, such as the next step; silent with `--json`. */
export function say(sentence: string, json: boolean): void {
  if (!json) console.log(`\n${sentence}`)
}

const list = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => `${name}:${member(value)}`)
    .join('\n')

function member(value: unknown): string {
  if (isRow(value)) return Object.keys(value).length ? `\n${indented(list(value))}` : ' -'
  if (!isRows(value)) return ` ${cell(value)}`
  const shown = table(withoutEmptyColumns(value))
  const isWide = shown.split('\n').some((line) => line.length > widestNested)
  return `\n${indented(isWide ? value.map((row) => list(filled(row))).join('\n\n') : shown)}`
}

/** A nested table that is wider is printed as one block for each row: wrapped lines of a table cannot be read. */
const widestNested = 160

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow)

const isEmpty = (value: unknown): boolean => value === null || value === undefined

const filled = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)))

function withoutEmptyColumns(rows: Row[]): Row[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => !isEmpty(row[name])))
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
}

/** Each column is as wide as its widest cell; the last column is not padded. */
function table(rows: Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (isEmpty(value)) return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value) && value.length === 0) return 'none'
  return typeof value === 'string' ? value.replaceAll(/\s*\n\s*/g, ' ') : JSON.stringify(value)
}

/** Prints warnings to standard error, because standard output has the result. */
export const warnOnStderr = (warnings: string[]): void => {
  for (const warning of warnings) console.error(`Warning: ${warning}`)
}

/** Prints the link of an invitation. It is printed only here; the database stores the hash of its token. */
export function showInvitation(baseUrl: string, issued: IssuedInvitation, json: boolean): void {
  const { invitationId, expiresAt } = issued
  show({ invitation_id: invitationId, link: invitationLink(baseUrl, issued), expires_at: expiresAt }, json)
  say('The link is shown only now, and works once.', json)
}

/** Turns a `Problem` into an `OperatorError`, which is printed as one line. */
export async function problemAsOperatorError<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    throw error instanceof Problem ? new OperatorError(error.message) : error
  }
}
