import type { Search } from './link.tsx'

/** For tables that nearly always have one page: the pager is there only with a second one. */
export function rareNextPage(data: { next: string | null } | undefined, { before }: Search) {
  if (!data?.next && !before) return {}
  return { nextPage: data?.next ? { before: data.next } : null }
}
