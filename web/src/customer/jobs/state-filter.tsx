import { SegmentedControl } from '@mantine/core'
import { type ListState, listStates } from '#contract/app/customer.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type StateFilterProps = { state: ListState | null; onState: (state: ListState | null) => void }

/** Limits the list to jobs in a state. */
export function StateFilter({ state, onState }: StateFilterProps) {
  const { t } = useTexts('app')
  return (
    <SegmentedControl
      aria-label={t('jobs.which')}
      fullWidth
      size="sm"
      value={state ?? 'all'}
      onChange={(chosen) => onState(listStates.find((known) => known === chosen) ?? null)}
      data={(['all', ...listStates] as const).map((value) => ({ value, label: t(`jobs.filter.${value}`) }))}
    />
  )
}
