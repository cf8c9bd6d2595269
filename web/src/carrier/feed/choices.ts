import type { FeedArea, searchFeed } from '#contract/app/feed.ts'
import { type JobSize, jobSizes } from '#contract/vocabulary.ts'
import type { Input } from '../../kit/api.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import { isoDay, localTimeZone } from '../../kit/when.ts'

/** What limits the feed; null for no such limit. */
export type Filters = {
  largestSize: JobSize | null
  maxStairs: number | null
  minEarnsCents: number | null
  /** Such as `2026-12-03`. */
  day: string | null
}
export type FilterName = keyof Filters

/** `around`: `base`, `near` or the id of an area. A position is never in it. */
export type Choices = { around: string; isWayHome: boolean; filters: Filters }

export const noFilters: Filters = { largestSize: null, maxStairs: null, minEarnsCents: null, day: null }

const first: Choices = { around: 'base', isWayHome: false, filters: noFilters }

const setting = 'feed-choices'

/** The choices of this device. A day that is over is left out. */
export function readChoices(): Choices {
  try {
    const kept = JSON.parse(readSetting(setting) ?? 'null') as Choices | null
    if (!kept) return first
    const { day, ...filters } = { ...noFilters, ...kept.filters }
    const today = isoDay(new Date().toISOString(), localTimeZone())
    return { ...first, ...kept, filters: { ...filters, day: day && day >= today ? day : null } }
  } catch {
    return first
  }
}

/** Nothing is stored where nothing is chosen: the page then asks for the feed early (`early-list.ts`). */
export function writeChoices(choices: Choices): void {
  const { around, isWayHome, filters } = choices
  const isPlain = around === 'base' && !isWayHome && activeFilters(filters).length === 0
  writeSetting(setting, isPlain ? null : JSON.stringify(choices))
}

export const filterNames = ['largestSize', 'maxStairs', 'minEarnsCents', 'day'] as const

export const activeFilters = (filters: Filters): FilterName[] =>
  filterNames.filter((name) => filters[name] !== null)

type Point = { lat: number; lon: number }

/** Where the feed looks now. `near` needs a position: without one it is `base`. */
export type Around = { kind: 'base' } | { kind: 'near'; point: Point } | { kind: 'area'; area: FeedArea }

type Body = NonNullable<Input<typeof searchFeed>['body']>

/** The body of a search; null for all jobs around the base, which `readFeed` has. */
export function bodyOf(
  around: Around,
  { isWayHome, filters }: Pick<Choices, 'isWayHome' | 'filters'>,
): Body | null {
  const { largestSize, maxStairs, minEarnsCents, day } = filters
  if (around.kind === 'base' && activeFilters(filters).length === 0) return null
  return {
    ...(around.kind === 'near' && { near: around.point }),
    ...(around.kind === 'area' && { area_id: around.area.area_id }),
    ...(around.kind !== 'base' && isWayHome && { way_home: true }),
    ...(largestSize && { sizes: jobSizes.slice(0, jobSizes.indexOf(largestSize) + 1) }),
    ...(maxStairs !== null && { max_stairs: maxStairs }),
    ...(minEarnsCents !== null && { min_earns_cents: minEarnsCents }),
    ...(day && { day }),
  }
}
