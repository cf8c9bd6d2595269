import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { IconX } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconFilter } from '../icons.ts'
import { activeFilters, type FilterName, type Filters } from './choices.ts'
import { nameOfFilter } from './filter-names.ts'
import { useFeedSearch } from './search.ts'
import './search.css'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((file) => ({ default: file.FilterSheet })))

/** Leads to the filters and the areas; filters that are active can be removed with a tap. */
export function FilterBar({ hidden, hasMore }: { hidden: number; hasMore: boolean }) {
  const { t } = useTexts('carrier')
  const { choices, setFilters } = useFeedSearch()
  const { filters } = choices
  const active = activeFilters(filters)
  // Loaded with the first tap, and kept after it.
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <div className="carrier-filters">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFilter size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setSheet('open')}
      >
        {t('search.filters')}
      </Button>
      <Link to="/carrier/areas" className="dray-plain-link carrier-areas-link">
        {t('search.areas')}
      </Link>
      {active.length > 0 && (
        <ul aria-label={t('search.active')}>
          {active.map((name) => (
            <li key={name}>
              <FilterChip
                name={name}
                filters={filters}
                onRemove={() => setFilters({ ...filters, [name]: null })}
              />
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="carrier-hidden">
        {hidden > 0 && t(hasMore ? 'search.hiddenSome' : 'search.hidden', { count: hidden })}
      </span>
      {sheet !== 'unused' && (
        <Suspense fallback={null}>
          <FilterSheet isOpen={sheet === 'open'} onClose={() => setSheet('closed')} />
        </Suspense>
      )}
    </div>
  )
}

type FilterChipProps = { name: FilterName; filters: Filters; onRemove: () => void }

function FilterChip({ name, filters, onRemove }: FilterChipProps) {
  const { t } = useTexts('carrier')
  const filter = nameOfFilter(t, name, filters)
  return (
    <button
      type="button"
      className="carrier-chip"
      aria-label={t('search.remove', { filter })}
      onClick={onRemove}
    >
      {filter}
      <IconX size={16} aria-hidden />
    </button>
  )
}
