import { Button, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconChevronRight } from '../kit/icons.ts'
import { useErrorText } from '../kit/states.tsx'
import { useTexts } from '../kit/texts/use-texts.ts'
import { IconArrowNarrowDown, IconArrowNarrowUp, IconChevronsLeft } from './icons.ts'
import { type Search, useAddress } from './link.tsx'
import { type SortKey, sorted } from './sorted.ts'
import { type EmptyWords, TableState } from './table-state.tsx'

export type Column<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** Lets the reader sort by this column; only for tables that have all their rows. */
  sortBy?: (row: Row) => SortKey
  /** The column that names the row; opens it. */
  isMain?: boolean
  /** Takes the room that is left. */
  grows?: boolean
  /** Left out on a phone. */
  isForDesk?: boolean
  /** Amounts and counts: aligned at their last digit. */
  isNumber?: boolean
  /** A button: its heading is only for screen readers. */
  isAct?: boolean
}

type DataTableProps<Row> = {
  /** What the table shows, for screen readers. */
  label: string
  columns: Column<Row>[]
  /** Undefined while they are read for the first time. */
  rows: Row[] | undefined
  rowId: (row: Row) => string
  /** Opens a row: a search parameter of the page, which a drawer reads. */
  opens?: (row: Row) => Search
  error?: unknown
  onRetry?: () => void
  /** Shown when there are no rows and no filters. */
  empty: EmptyWords
  /** Names of the search parameters that filter the rows. */
  filters?: readonly string[]
  /** The search parameters of the next page, null on the last one; absent if the table has all its rows. */
  nextPage?: Search | null
}

/**
 * A table whose columns are data. Its state is in the URL: filters, page, sort and open row are search parameters. On a
 * phone each row becomes a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, opens, error, onRetry, empty, filters = [], nextPage } = props
  const [address] = useAddress()
  const errorText = useErrorText()
  const shown = rows && sorted(rows, columns, address.sort)
  return (
    <div className="panel-table-card">
      <div className="panel-table-scroll" ref={markWide}>
        <table className="panel-table" aria-label={label} aria-busy={!rows && !error}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.id} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown?.map((row) => (
              <Line key={rowId(row)} row={row} columns={columns} {...(opens && { opens })} />
            ))}
            {!rows && !error && <TableState.Loading columns={columns.length} />}
          </tbody>
        </table>
      </div>
      {!rows && Boolean(error) && <TableState.Failed text={errorText(error)} onRetry={onRetry} />}
      {rows?.length === 0 && <TableState.Empty empty={empty} filters={filters} />}
      {nextPage !== undefined && <Pager nextPage={nextPage} />}
    </div>
  )
}

/**
 * Marks the box of a table while the table is wider, so the box scrolls. It can then have the focus, because a table
 * without buttons could not be scrolled with the keyboard otherwise.
 */
function markWide(box: HTMLDivElement) {
  const observer = new ResizeObserver(() => {
    const isWide = [...box.children].some((table) => table.scrollWidth > box.clientWidth)
    box.toggleAttribute('data-wide', isWide)
    if (isWide) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  })
  for (const each of [box, ...box.children]) observer.observe(each)
  return () => observer.disconnect()
}

function Head<Row>({ column }: { column: Column<Row> }) {
  const { id, head, sortBy, grows, isForDesk, isNumber, isAct } = column
  const { t } = useTexts('panel')
  const [{ sort }, change] = useAddress()
  const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
  const Icon = direction === 'descending' ? IconArrowNarrowDown : IconArrowNarrowUp
  return (
    <th
      scope="col"
      aria-sort={direction}
      data-grows={grows || undefined}
      data-number={isNumber || undefined}
      data-desk={isForDesk || undefined}
    >
      {sortBy ? (
        <button
          type="button"
          aria-label={t('table.sortBy', { column: head })}
          onClick={() => change({ sort: direction === 'ascending' ? `-${id}` : id }, { replace: true })}
        >
          {head}
          <Icon size={14} aria-hidden data-shown={direction !== undefined} />
        </button>
      ) : isAct ? (
        <VisuallyHidden>{head}</VisuallyHidden>
      ) : (
        head
      )}
    </th>
  )
}

type LineProps<Row> = { row: Row; columns: Column<Row>[]; opens?: (row: Row) => Search }

/** The whole row can be clicked; keyboards and screen readers use the button in its main cell. */
function Line<Row>({ row, columns, opens }: LineProps<Row>) {
  const [, change] = useAddress()
  return (
    <tr>
      {columns.map(({ id, head, cell, isMain, grows, isForDesk, isNumber, isAct }) => (
        <td
          key={id}
          data-head={isAct ? '' : head}
          data-main={isMain || undefined}
          data-wraps={grows || undefined}
          data-number={isNumber || undefined}
          data-desk={isForDesk || undefined}
        >
          {isMain && opens ? (
            <button type="button" data-row className="panel-row" onClick={() => change(opens(row))}>
              {cell(row)}
            </button>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

function Pager({ nextPage }: { nextPage: Search | null }) {
  const { t } = useTexts('panel')
  const [address, change] = useAddress()
  const isFirst = address.before === undefined
  if (isFirst && !nextPage) return null
  return (
    <div className="panel-pager">
      <Button
        variant="default"
        leftSection={<IconChevronsLeft size={16} aria-hidden />}
        disabled={isFirst}
        onClick={() => change({ before: undefined })}
      >
        {t('table.newest')}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} aria-hidden />}
        disabled={!nextPage}
        onClick={() => nextPage && change(nextPage)}
      >
        {t('table.next')}
      </Button>
    </div>
  )
}
