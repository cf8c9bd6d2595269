import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import { type FeedCursor, type Searcher, sorted } from './nearest.ts'
import { type FeedNeeds, jobsPerPage, type OfferedJob, readFeed, readOffers } from './read-feed.ts'
import { type Filters, hasAll, type Scan, type Scanned } from './scan.ts'
import { chordOf } from './sphere.ts'
import { onTheWay, placesAlong } from './way-home.ts'

export type SearchNeeds = FeedNeeds & { scan: Scan }

/** `hidden`: how many of the jobs that were looked at the filters hide. */
export type FoundJobs = { jobs: OfferedJob[]; next: FeedCursor | null; hidden: number }

/** One page of the jobs around `searcher.base` that pass the filters, the nearest first. */
export async function searchFeed(
  needs: SearchNeeds,
  searcher: Searcher,
  { after, filters }: { after: FeedCursor | null; filters: Filters },
): Promise<FoundJobs> {
  if (Object.values(filters).every((filter) => filter === null))
    return { ...(await readFeed(needs, searcher, { after })), hidden: 0 }
  const { radiusKm, base } = searcher
  const scan = { radiusKm, depth: 'page' } as const
  const rows = await needs.scan(searcher, { ...scan, places: [base], after, filters })
  const { page, next, hidden } = cut(rows, { maxChord: chordOf(radiusKm), isWhole: hasAll(rows, scan) })
  return { jobs: await readOffers(needs, searcher, page), next, hidden }
}

/** A page of up to 50 jobs, and where the next one begins: after its last job, or after all that was looked at. */
function cut(rows: Scanned[], { maxChord, isWhole }: { maxChord: number; isWhole: boolean }) {
  const near = rows.filter(({ chord, isOpen }) => isOpen && chord <= maxChord)
  const passing = near.filter(({ passes }) => passes)
  const page = passing.slice(0, jobsPerPage)
  const last = passing.length > jobsPerPage ? page.at(-1) : isWhole ? undefined : rows.at(-1)
  const hidden = near.filter((row) => !row.passes && (!last || sorted(row, last) <= 0)).length
  return { page, next: last ? { chord: last.chord, id: last.id } : null, hidden }
}

/**
 * Up to 50 jobs on the way from `searcher.base` to `home`, those with the smallest detour for their pay first. Of each
 * part of the way only the nearest jobs are looked at (`depths`).
 */
export async function searchWayHome(
  needs: SearchNeeds,
  searcher: Searcher,
  { home, filters }: { home: Point; filters: Filters },
): Promise<FoundJobs> {
  const way = { from: searcher.base, home }
  const rows = await needs.scan(searcher, { ...placesAlong(way), depth: 'corridor', after: null, filters })
  const open = new Map(rows.flatMap((row) => (row.isOpen ? [[row.id, row] as const] : [])))
  const found = onTheWay(way, [...open.values()])
  const passing = found.filter(({ id }) => open.get(id)?.passes)
  const page = passing.slice(0, jobsPerPage)
  const places = page.flatMap(({ id }) => {
    const row = open.get(id)
    return row ? [{ id, chord: chordOf(kilometresBetween(way.from, row.pickup)) }] : []
  })
  const detours = new Map(page.map(({ id, detourKm }) => [id, Math.round(detourKm * 10) / 10]))
  const jobs = await readOffers(needs, searcher, places)
  return {
    jobs: jobs.map((job) => ({ ...job, detourKm: detours.get(job.id) ?? null })),
    next: null,
    hidden: found.length - passing.length,
  }
}
