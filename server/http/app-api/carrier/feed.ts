import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Answered, Point } from '#contract/app/common.ts'
import type { FeedArea, feedOperations } from '#contract/app/feed.ts'
import type { Tables } from '../../../db/tables.ts'
import {
  type Area,
  deleteArea,
  findArea,
  phoneUncertaintyKm,
  readAreas,
  type SaveAreaNeeds,
  saveArea,
  unknownArea,
} from '../../../jobs/feed/areas.ts'
import {
  type FeedCursor,
  findSearcher,
  formatCursor,
  parseCursor,
  type Searcher,
} from '../../../jobs/feed/nearest.ts'
import {
  type FoundJobs,
  type SearchNeeds,
  searchFeed,
  searchWayHome,
} from '../../../jobs/feed/search-feed.ts'
import { roughPoint } from '../../../jobs/feed/way-home.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { Problem } from '../../../lib/problem.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { presentOffer } from './views.ts'

export type FeedSearchNeeds = SearchNeeds &
  SaveAreaNeeds & { pool: pg.Pool; kysely: Kysely<Tables>; links: LinkSettings }

/** The feed around a place that the carrier chooses, and the areas that the carrier saves (decision 82). */
export const feedHandlers: Handlers<typeof feedOperations, FeedSearchNeeds> = {
  searchFeed:
    (needs) =>
    async ({ caller, body }) => {
      const { near, area_id, way_home, sizes, max_stairs, min_earns_cents, day } = body
      if (near && area_id !== undefined) throw refused('area_id', (t) => t.fields.onePlace)
      if (way_home && !near && area_id === undefined) throw refused('way_home', (t) => t.fields.wayFrom)
      const after = cursorOf(body.after)
      const own = await findSearcher(needs.pool, caller.accountId)
      if (!own) throw notFound
      const searcher = await around(needs, own, { near, area_id })
      const filters = {
        day: day ?? null,
        sizes: sizes ?? null,
        maxStairs: max_stairs ?? null,
        minEarnsCents: min_earns_cents ?? null,
      }
      const found = way_home
        ? await searchWayHome(needs, searcher, { home: own.base, filters })
        : await searchFeed(needs, searcher, { after, filters })
      return presentFound(found, needs.links)
    },
  listFeedAreas:
    ({ kysely }) =>
    ({ caller }) =>
      answerAreas(kysely, caller.accountId),
  saveFeedArea:
    (needs) =>
    async ({ caller, params, body }) => {
      await saveArea(needs, {
        areaId: params.area_id.toLowerCase(),
        accountId: caller.accountId,
        name: body.name,
        radiusKm: body.radius_km,
        hasAlerts: body.alerts,
        address: body.address,
        point: body.point,
      })
      return answerAreas(needs.kysely, caller.accountId)
    },
  deleteFeedArea:
    ({ kysely }) =>
    async ({ caller, params }) => {
      await deleteArea(kysely, { accountId: caller.accountId, areaId: params.area_id })
      return answerAreas(kysely, caller.accountId)
    },
}

/** The searcher with another middle of the search. The position of a phone is only in this value. */
async function around(
  { kysely }: FeedSearchNeeds,
  own: Searcher,
  { near, area_id: areaId }: { near: Point | undefined; area_id: string | undefined },
): Promise<Searcher> {
  if (near) return { ...own, base: roughPoint(near), baseUncertaintyKm: phoneUncertaintyKm }
  if (areaId === undefined) return own
  const area = await findArea(kysely, { accountId: own.accountId, areaId })
  if (!area) throw unknownArea
  const { lat, lon, uncertainty_km: baseUncertaintyKm, radius_km: radiusKm } = area
  return { ...own, base: { lat, lon }, baseUncertaintyKm, radiusKm }
}

export const presentFound = ({ jobs, next, hidden }: FoundJobs, links: LinkSettings) => ({
  jobs: jobs.map((job) => presentOffer(job, links)),
  next: next && formatCursor(next),
  hidden,
})

/** @throws Problem `validation_error` when it is no `next`. */
export function cursorOf(text: string | undefined): FeedCursor | null {
  if (text === undefined) return null
  const cursor = parseCursor(text)
  if (!cursor) throw refused('after', (t) => t.fields.nextPage)
  return cursor
}

const refused = (field: string, why: ConstructorParameters<typeof Problem>[1]) =>
  new Problem('validation_error', (t) => t.accounts.checkInput, { details: { [field]: why } })

const answerAreas = async (kysely: Kysely<Tables>, accountId: string) => ({
  areas: (await readAreas(kysely, accountId)).map(presentArea),
})

const presentArea = (area: Area): Answered<FeedArea> => ({
  area_id: area.id,
  name: area.name,
  address: area.address || null,
  place: area.place || null,
  point: { lat: area.lat, lon: area.lon },
  radius_km: area.radius_km,
  alerts: area.has_alerts,
})
