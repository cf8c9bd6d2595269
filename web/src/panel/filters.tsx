import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'

type FiltersProps = {
  /** Tells several lines of filters of a page apart. */
  label?: string
  onSubmit?: (values: FormData) => void
  children: ReactNode
}

/** The line of filters above a table; `f` leads to its first field. */
export function Filters({ label, onSubmit, children }: FiltersProps) {
  const { t } = useTexts('panel')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit?.(new FormData(event.currentTarget))
  }
  return (
    <form
      className="panel-filters"
      data-filters
      role="search"
      aria-label={label ? `${t('table.filters')}: ${label}` : t('table.filters')}
      onSubmit={submit}
    >
      {children}
    </form>
  )
}
