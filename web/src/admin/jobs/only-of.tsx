import { useTexts } from '../../kit/texts/use-texts.ts'
import { RemovableFilters } from '../../panel/removable-filters.tsx'

/** The person or partner by which a link filters the jobs. */
export function OnlyOf() {
  const { t } = useTexts('jobs')
  return (
    <RemovableFilters
      names={['partner', 'customer', 'carrier'] as const}
      title={t('list.remove')}
      textOf={(name) => t('list.only', { who: t(`list.${name}`) })}
    />
  )
}
