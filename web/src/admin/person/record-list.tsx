import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../panel/data-table.tsx'

type RecordListProps<Row> = {
  title: string
  /** Beside the title. */
  text?: ReactNode
  /** Said when there are no rows. */
  none: string
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
}

/** A part of a person's page: a table of events, or one sentence if there were no events. */
export function RecordList<Row>({ title, text, none, ...table }: RecordListProps<Row>) {
  return (
    <section className="panel-below" aria-label={title}>
      <div className="person-heading">
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {table.rows.length === 0 ? (
        <p className="person-nothing">{none}</p>
      ) : (
        <DataTable label={title} empty={{ title: none }} {...table} />
      )}
    </section>
  )
}
