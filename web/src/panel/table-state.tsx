import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { useAddress } from './link.tsx'

/** What a table shows in place of rows. */
export const TableState = { Loading, Failed, Empty }

function Loading({ columns }: { columns: number }) {
  const { t } = useTexts('kit')
  return Array.from({ length: 5 }, (_, row) => (
    <tr key={row}>
      <td colSpan={columns}>
        {row === 0 && <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}
        <Skeleton height={16} radius="sm" />
      </td>
    </tr>
  ))
}

function Failed({ text, onRetry }: { text: ReactNode; onRetry?: (() => void) | undefined }) {
  const { t } = useTexts('kit')
  return (
    <div className="panel-table-state" role="alert">
      <h2>{t('error.title')}</h2>
      <p>{text}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}

/** What an empty table says: without filters, and the title if no row matches the filters. */
export type EmptyWords = { title: string; text?: string; noMatch?: string }

type EmptyProps = { empty: EmptyWords; filters: readonly string[] }

function Empty({ empty, filters }: EmptyProps) {
  const { t } = useTexts('panel')
  const [address, change] = useAddress()
  const isFiltered = filters.some((name) => address[name] !== undefined)
  const { title, text } = isFiltered
    ? { title: empty.noMatch ?? t('table.noMatch'), text: t('table.noMatchText') }
    : empty
  const clear = () => change(Object.fromEntries([...filters, 'before'].map((name) => [name, undefined])))
  return (
    <div className="panel-table-state" role="status">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {isFiltered && (
        <Button variant="default" onClick={clear}>
          {t('table.clear')}
        </Button>
      )}
    </div>
  )
}
