import { startSession } from '../../server/accounts/session-store.ts'
import { newId } from '../../server/lib/ids.ts'
import { startMemberSession } from '../../server/members/session-store.ts'
import { caller, newPartner } from '../../test/support/dray.ts'
import { readyPayouts } from '../../test/support/paying.ts'
import { type Person, personOf } from '../../test/support/person.ts'
import { openBrowser, type StaffBrowser } from '../../test/support/staff.ts'
import { pairs } from '../support/create-load.ts'
import type { Life, Place } from './steps.ts'

/** A carrier has at most ten jobs at once. */
const carrierCount = 10

/** Where lives begin. */
export type LifePlace = Place & { carriers: Person[] }

type Look = Pick<Place, 'photos'> & {
  /** `BASE_URL` of Dray, where it is another address than the one that is called. */
  baseUrl?: string
}

/** Creates a partner, carriers and a member of the staff. */
export async function openPlace(app: Place['app'], { photos, baseUrl = app.url }: Look): Promise<LifePlace> {
  const partner = await newPartner(app.db, 'dray', { options: {}, call: caller(app.url) })
  const carriers: Person[] = []
  while (carriers.length < carrierCount) carriers.push(await newCarrier(app, carriers.length))
  // With https the cookies have other names.
  const kind = baseUrl.startsWith('https:') ? 'native' : 'web'
  return { app, partner, carriers, staff: await newStaff(app, baseUrl), kind, photos }
}

/** Within the radius of the carrier. */
const nearby = pairs.filter(({ pickup }) => !pickup.address.includes('Barcelona'))

let lived = 0

export const newLives = ({ carriers, ...place }: LifePlace, count: number): Life[] =>
  Array.from({ length: count }, () => {
    lived++
    const carrier = carriers[lived % carriers.length] as Person
    const customer_phone = `+3466${String(1_000_000 + lived)}`
    return {
      ...place,
      carrier,
      input: {
        ...nearby[lived % nearby.length],
        external_reference: `life-${lived}`,
        customer_phone,
        size: 'L',
      },
      jobId: '',
      shortId: '',
    }
  })

async function newCarrier({ db, url }: Place['app'], number: number): Promise<Person> {
  const account = { id: newId(), phone: `+3465510000${number}`, name: 'Carrier', language: 'en' as const }
  await db.kysely.insertInto('account').values(account).execute()
  const row = { account_id: account.id, status: 'approved' as const, vehicle_size: 'XL' as const }
  const base = { base_address: 'Calle Mayor 1, 28013 Madrid', base_lat: 40.4168, base_lon: -3.7038 }
  await db.kysely
    .insertInto('carrier')
    .values({ ...row, ...base, vehicle: 'white van', radius_km: 500 })
    .execute()
  const token = await startSession(db.kysely, { accountId: account.id, kind: 'native', device: 'bench' })
  const carrier = personOf({ url }, { accountId: account.id, phone: account.phone, token, kind: 'native' })
  await readyPayouts({ db }, carrier)
  return carrier
}

async function newStaff({ db: { kysely }, url }: Place['app'], baseUrl: string): Promise<StaffBrowser> {
  const member = {
    id: newId(),
    partner_id: null,
    role: 'owner' as const,
    name: 'Bench',
    language: 'en' as const,
  }
  await kysely.insertInto('member').values(member).execute()
  const { token } = await startMemberSession(kysely, { memberId: member.id, device: 'bench' })
  const browser = openBrowser({ url, origin: baseUrl })
  browser.cookies.set(baseUrl.startsWith('https:') ? '__Secure-dray_staff' : 'dray_staff', token)
  return browser
}
