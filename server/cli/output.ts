type Row = Record<string, unknown>

/** Prints one JSON value with `--json`, otherwise readable lines or a table. */
export function show(value: Row | Row[] | null, json: boolean): void {
  if (json) console.log(JSON.stringify(value, null, 2))
  else if (Array.isArray(value)) console.log(value.length ? table(value) : 'None yet.')
  else if (value) console.log(list(value))
}

const list = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => `${name}: ${cell(value)}`)
    .join('\n')

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
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value.replaceAll(/\s*\n\s*/g, ' ') : JSON.stringify(value)
}

/** Prints warnings to standard error, because standard output has the result. */
export const warnOnStderr = (warnings: string[]): void => {
  for (const warning of warnings) console.error(`Warning: ${warning}`)
}
