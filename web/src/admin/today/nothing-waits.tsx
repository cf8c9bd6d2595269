import { IconCircleCheck } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Books } from './books.tsx'

type NothingWaitsProps = {
  isFiltered: boolean
  ledger: { balanced: boolean | null; checked_at: string | null }
}

/** The empty queue, and whether the books agree. */
export function NothingWaits({ isFiltered, ledger }: NothingWaitsProps) {
  const { t } = useTexts('today')
  return (
    <div className="panel-table-card">
      <div className="panel-table-state" role="status">
        {!isFiltered && <IconCircleCheck size={32} className="today-good" aria-hidden />}
        <h2>{t(isFiltered ? 'noneOfKind' : 'none')}</h2>
        <p>{isFiltered ? t('noneOfKindText') : <Books ledger={ledger} />}</p>
      </div>
    </div>
  )
}
