import { startSession } from '../../server/accounts/session-store.ts'
import { newId } from '../../server/lib/ids.ts'
import { newPhone } from '../support/no-secrets.ts'
import { readyPayouts, saveCard } from '../support/paying.ts'
import { type Person, personOf, signIn } from '../support/person.ts'
import { carriers } from './dice.ts'
import type { PlannedOrder } from './plan.ts'
import type { World } from './world.ts'

export type Customer = { phone: string; headers: Record<string, string>; cards: string[] }

/** Signs in by a code from an SMS, and saves the cards. Nothing breaks yet. */
export async function newCustomer(world: World, { cards }: PlannedOrder): Promise<Customer> {
  const { db, dataDir } = world.installation
  const person = await signIn({ url: world.urlOf('left'), db, dataDir }, newPhone(), { kind: 'native' })
  const saved: string[] = []
  for (const does of cards) saved.push(await saveCard(person, does))
  return { phone: person.phone, headers: person.headers, cards: saved }
}

/** Approved carriers with a truck in Madrid, who can be paid. */
export const newCarriers = (world: World): Promise<Person[]> =>
  Promise.all(Array.from({ length: carriers }, () => newCarrier(world)))

async function newCarrier(world: World): Promise<Person> {
  const { db } = world.installation
  const account = { id: newId(), phone: newPhone(), name: 'Carrier' }
  await db.kysely.insertInto('account').values(account).execute()
  const profile = { vehicle_size: 'XL', vehicle: 'white van', status: 'approved', radius_km: 500 } as const
  const base = { base_address: 'Calle Mayor 1, 28013 Madrid', base_lat: 40.4168, base_lon: -3.7038 }
  await db.kysely
    .insertInto('carrier')
    .values({ account_id: account.id, ...profile, ...base })
    .execute()
  const token = await startSession(db.kysely, { accountId: account.id, kind: 'native', device: 'test' })
  const { id: accountId, phone } = account
  const carrier = personOf({ url: world.urlOf('left') }, { accountId, phone, token, kind: 'native' })
  await readyPayouts({ db }, carrier)
  return carrier
}
