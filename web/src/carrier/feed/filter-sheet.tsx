import { Button, Modal, NativeSelect, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type JobSize, jobSizes } from '#contract/vocabulary.ts'
import { wholeEuros } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { useProfile } from '../carrier-failed.tsx'
import { activeFilters, type Filters, noFilters } from './choices.ts'
import { DayFilter } from './day-filter.tsx'
import { nameOfStairs } from './filter-names.ts'
import { useFeedSearch } from './search.ts'

const stairs = [0, 1, 2, 3, 5]
const euros = [20, 30, 50, 75, 100, 150, 200, 300]

type FilterSheetProps = { isOpen: boolean; onClose: () => void }

export function FilterSheet({ isOpen, onClose }: FilterSheetProps) {
  const { t } = useTexts('carrier')
  const closeButton = useCloseButton()
  const [isShown, setShown] = useState(false)
  // Not with its first render: it then could not give the focus back when it closes.
  useEffect(() => {
    const timer = setTimeout(() => setShown(isOpen))
    return () => clearTimeout(timer)
  }, [isOpen])
  return (
    <Modal opened={isShown} onClose={onClose} title={t('search.filtersTitle')} closeButtonProps={closeButton}>
      <FilterFields onClose={onClose} />
    </Modal>
  )
}

/** The filters of the feed. Each counts at once. */
function FilterFields({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('carrier')
  const { data: profile } = useProfile()
  const { choices, setFilters } = useFeedSearch()
  const { filters } = choices
  const set = (changed: Partial<Filters>) => setFilters({ ...filters, ...changed })
  const own = profile ? jobSizes.indexOf(profile.vehicle_size) : jobSizes.length
  return (
    <Stack>
      <NativeSelect
        size="md"
        label={t('search.size')}
        value={filters.largestSize ?? ''}
        onChange={(event) => set({ largestSize: (event.currentTarget.value || null) as JobSize | null })}
        data={[
          { value: '', label: t('search.anySize') },
          ...jobSizes
            .filter((size, rank) => rank < own || size === filters.largestSize)
            .map((value) => ({ value, label: t(`form.size.${value}`) })),
        ]}
      />
      <NativeSelect
        size="md"
        label={t('search.stairs')}
        value={filters.maxStairs ?? ''}
        onChange={(event) => set({ maxStairs: numberOf(event.currentTarget.value) })}
        data={[
          { value: '', label: t('search.anyStairs') },
          ...stairs.map((count) => ({ value: String(count), label: nameOfStairs(t, count) })),
        ]}
      />
      <NativeSelect
        size="md"
        label={t('search.pay')}
        value={filters.minEarnsCents ?? ''}
        onChange={(event) => set({ minEarnsCents: numberOf(event.currentTarget.value) })}
        data={[
          { value: '', label: t('search.anyPay') },
          ...euros.map((amount) => ({
            value: String(amount * 100),
            label: t('search.from', { amount: wholeEuros(amount * 100) }),
          })),
        ]}
      />
      <DayFilter day={filters.day} onDay={(day) => set({ day })} />
      <Button size="lg" onClick={onClose}>
        {t('search.show')}
      </Button>
      {activeFilters(filters).length > 0 && (
        <Button variant="default" onClick={() => setFilters(noFilters)}>
          {t('search.clear')}
        </Button>
      )}
    </Stack>
  )
}

const numberOf = (value: string): number | null => (value === '' ? null : Number(value))
