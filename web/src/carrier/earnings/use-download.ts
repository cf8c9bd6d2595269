import type { readEarnings } from '#contract/app/earnings.ts'
import type { Output } from '../../kit/api.ts'
import { locale, plainEuros } from '../../kit/money.ts'
import { saveFile } from '../../kit/save-file.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { isoDay } from '../../kit/when.ts'
import { csvOf, type Separator } from './csv.ts'
import { stateOf } from './entries.tsx'

/** Saves the statement of a month as a CSV file, which is generated on the device. */
export function useDownload() {
  const { t } = useTexts('carrier')
  const columns = ['date', 'job', 'title', 'kind', 'euros', 'state'] as const
  return ({ month, entries, time_zone: zone }: Output<typeof readEarnings>) => {
    const rows = entries.map(({ at, job_id, title, kind, amount_cents, paid_out }) => [
      isoDay(at, zone),
      job_id,
      title,
      t(`earnings.kind.${kind}`),
      plainEuros(amount_cents),
      t(stateOf(kind, paid_out)),
    ])
    const head = columns.map((column) => t(`earnings.column.${column}`, { zone }))
    const text = csvOf([head, ...rows], separator())
    saveFile(`dray-${month}.csv`, text, 'text/csv;charset=utf-8')
  }
}

/** Spreadsheets expect a semicolon in languages with a decimal comma. */
const separator = (): Separator => ((0.5).toLocaleString(locale()).includes(',') ? ';' : ',')
