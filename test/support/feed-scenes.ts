import { type FeedArea, saveFeedArea } from '#contract/app/feed.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Person } from './person.ts'

export const madrid = { lat: 40.42, lon: -3.7 }
export const zaragoza = { lat: 41.66, lon: -0.88 }

export const areaBody = { name: 'The coast', radius_km: 30, alerts: true, point: zaragoza }

/** Saves an area, by default around Zaragoza with alerts. @returns it as the carrier sees it. */
export async function savedArea(carrier: Person, more: Partial<typeof areaBody> = {}): Promise<FeedArea> {
  const area_id = newId()
  const { areas } = await carrier.ok(saveFeedArea, { params: { area_id }, body: { ...areaBody, ...more } })
  const area = areas.find((each) => each.area_id === area_id)
  if (!area) throw new Error('the saved area is not in the answer')
  return area
}

type Stage = { carrier: Person }

/** Scenes of the authority table. */
export const feedScenes = {
  searchFeed: [
    () => Promise.resolve({ body: { near: madrid } }),
    async ({ carrier }: Stage) => ({ body: { area_id: (await savedArea(carrier)).area_id } }),
  ],
  listFeedAreas: [() => Promise.resolve({})],
  saveFeedArea: [
    () => Promise.resolve({ params: { area_id: newId() }, body: areaBody }),
    async ({ carrier }: Stage) => ({
      params: { area_id: (await savedArea(carrier)).area_id },
      body: { ...areaBody, name: 'The sea' },
    }),
  ],
  deleteFeedArea: [
    async ({ carrier }: Stage) => ({ params: { area_id: (await savedArea(carrier)).area_id } }),
  ],
}
