export type SortKey = string | number | null

type Sortable<Row> = { id: string; sortBy?: (row: Row) => SortKey }

/** The rows in the order that the URL names: `name`, or `-name` for the opposite. Without one, unchanged. */
export function sorted<Row>(rows: Row[], columns: Sortable<Row>[], order: string | undefined): Row[] {
  const isOpposite = order?.startsWith('-') ?? false
  const { sortBy } = columns.find(({ id }) => id === order?.replace(/^-/, '')) ?? {}
  if (!sortBy) return rows
  return rows.toSorted((a, b) => compared(sortBy(a), sortBy(b), isOpposite ? -1 : 1))
}

/** Rows without a value come last in both orders. */
function compared(a: SortKey, b: SortKey, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction
  return String(a).localeCompare(String(b)) * direction
}
