import { useTranslation } from 'react-i18next'
import type { readEarnings } from '#contract/app/earnings.ts'
import type { Output } from '../../kit/api.ts'
import { locale, plainEuros } from '../../kit/money.ts'
import { isoDay } from '../../kit/when.ts'
import { csvOf, type Separator } from './csv.ts'

/** Saves the statement of a month as a CSV file, which is generated on the device. */
export function useDownload() {
  const { t } = useTranslation('carrier')
  const columns = ['date', 'job', 'title', 'kind', 'euros', 'state'] as const
  return ({ month, entries, time_zone: zone }: Output<typeof readEarnings>) => {
    const rows = entries.map(({ at, job_id, title, kind, amount_cents, paid_out }) => [
      isoDay(at, zone),
      job_id,
      title,
      t(`earnings.kind.${kind}`),
      plainEuros(amount_cents),
      t(paid_out ? 'earnings.paidOut' : 'earnings.notYetPaidOut'),
    ])
    const head = columns.map((column) => t(`earnings.column.${column}`, { zone }))
    const text = csvOf([head, ...rows], separator())
    save(new Blob([text], { type: 'text/csv;charset=utf-8' }), `dray-${month}.csv`)
  }
}

/** Spreadsheets expect a semicolon in languages with a decimal comma. */
const separator = (): Separator => ((0.5).toLocaleString(locale()).includes(',') ? ';' : ',')

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
