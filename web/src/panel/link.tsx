import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

/** Search parameters of a URL; undefined removes one. */
export type Search = Record<string, string | undefined>

type PanelLinkProps = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'className' | 'children' | 'onClick' | 'aria-label' | 'title'
> & {
  to: string
  search?: Search
  /** Marks the link (`aria-current`) only at exactly this path. */
  isExact?: boolean
}

/**
 * A link inside a panel. The router types only the paths of the app, because a program has one registered router; the
 * paths of a panel are checked by its tests.
 */
export function PanelLink({ to, search, isExact = false, ...rest }: PanelLinkProps) {
  return (
    <Link
      {...(rest as object)}
      to={to as never}
      {...(search && { search: search as never })}
      activeOptions={{ exact: isExact, includeSearch: false }}
    />
  )
}

/** Goes to another page of the panel. */
export function useGo() {
  const navigate = useNavigate()
  return (to: string, { search, replace = false }: { search?: Search; replace?: boolean } = {}) =>
    void navigate({ to: to as never, ...(search && { search: search as never }), replace })
}

/** Reads and changes the search parameters of the page, so filters, pages and open drawers are in the URL. */
export function useAddress(): [Search, (change: Search, options?: { replace?: boolean }) => void] {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const change = (changed: Search, { replace = false } = {}) =>
    void navigate({ to: '.', search: withoutEmpty({ ...search, ...changed }) as never, replace })
  return [search, change]
}

const withoutEmpty = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
