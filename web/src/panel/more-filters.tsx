import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { IconAdjustmentsHorizontal } from './icons.ts'

type MoreFiltersProps = {
  /** Kept by the page, because the filters are drawn again with each change. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** How many of the filters inside are used. */
  used: number
  children: ReactNode
}

/** Filters that a phone shows only on request, behind one button; a desk always shows them. */
export function MoreFilters({ isOpen, onOpen, used, children }: MoreFiltersProps) {
  const { t } = useTexts('panel')
  const id = useId()
  return (
    <>
      <Button
        className="panel-filters-fold"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpen(!isOpen)}
      >
        {used > 0 ? t('table.filtersUsed', { used }) : t('table.filters')}
      </Button>
      <div id={id} className="panel-filters-more" data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}
