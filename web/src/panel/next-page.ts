import type { Search } from './link.tsx'

/** Props of a table that nearly always has one page: the pager is shown only if there is a second one. */
export function rareNextPage(data: { next: string | null } | undefined, { before }: Search) {
  if (!data?.next && !before) return {}
  return { nextPage: data?.next ? { before: data.next } : null }
}
