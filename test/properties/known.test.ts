import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { ensureAccount } from '../../server/accounts/store.ts'
import { newId } from '../../server/lib/ids.ts'
import { ageCodes } from '../support/codes.ts'
import { type Answered, assertAlike, type Door, throughDoor } from '../support/doors.ts'
import { startDray, type TestDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf } from '../support/person.ts'

/*
 * DESIGN 3, Codes: the response to a sign-in, its limits and what follows do not depend on whether the number is known.
 * Any requests in any order are made for numbers of every kind, each from its own addresses, and answered alike.
 */
const apps = [
  await startDray({ TRUST_PROXY: '1' }),
  // Caps that known numbers may pass, so they are sent codes while those of others are kept back.
  await startDray({ TRUST_PROXY: '1', CODES_PER_HOUR_PER_NEIGHBOURHOOD: '1', CODES_STOP_FROM: '3' }),
]
after(async () => {
  for (const app of apps) await app[Symbol.asyncDispose]()
})

type Step =
  | { act: 'start'; address: number; link: boolean }
  | { act: 'check'; challenge: number; address: number }
  | { act: 'pass'; seconds: number }

const address = fc.nat(4)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('start' as const), address, link: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('check' as const), challenge: fc.nat(6), address }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('pass' as const),
      seconds: fc.constantFrom(10.5, 31.5, 61.5, 121.5, 601.5, 3_601.5, 20_000.5),
    }),
  },
)

/** Numbers of every kind: each is known in another way, the last not at all. */
const kinds: Record<string, (app: TestDray) => Promise<string>> = {
  'with an account': accountOf,
  suspended: async (app) => {
    const phone = await accountOf(app)
    await app.db.pool.query('update account set suspended_at = now() where phone = $1', [phone])
    return phone
  },
  'with a waiting draft': async (app) => {
    const phone = newPhone()
    await (await partnerOf(app)).create({ customer_phone: phone })
    return phone
  },
  unknown: async () => newPhone(),
}

async function accountOf(app: TestDray): Promise<string> {
  const phone = newPhone()
  await ensureAccount(app.db.kysely, { id: newId(), phone, language: 'en' })
  return phone
}

const partners = new Map<TestDray, ReturnType<TestDray['partner']>>()
function partnerOf(app: TestDray): ReturnType<TestDray['partner']> {
  const known = partners.get(app) ?? app.partner()
  partners.set(app, known)
  return known
}

let runs = 0

async function run(app: TestDray, steps: readonly Step[]): Promise<void> {
  const no = runs++
  const doors = await Promise.all(
    Object.entries(kinds).map(async ([name, make], kind): Promise<Door> => {
      const phone = await make(app)
      return { name, phone, challenges: [], from: (at) => `10.${kind}.${no % 250}.${at + 1}` }
    }),
  )
  for (const step of steps) {
    const answers: Answered[] = []
    for (const door of doors) {
      if (step.act === 'pass') await ageCodes(app, door.phone, step.seconds)
      else answers.push(await throughDoor(app, door, step))
    }
    assertAlike(answers, JSON.stringify(step))
  }
}

const times = Number(process.env['FC_TIMES'] ?? 1)

for (const [at, app] of apps.entries())
  test(`known and unknown numbers are answered alike, through the limits and past them (${at ? 'at the caps' : 'below the caps'})`, async () => {
    const steps = fc.array(step, { minLength: 6, maxLength: 24, size: 'max' })
    await fc.assert(
      fc.asyncProperty(steps, (given) => run(app, given)),
      { numRuns: 12 * times },
    )
  })

test('the sixth request of a number with an account, and after its owner has signed in, says what a stranger is told', async () => {
  for (const app of apps) {
    const start = (at: number): Step => ({ act: 'start', address: at, link: false })
    const pass: Step = { act: 'pass', seconds: 121.5 }
    const asked = [0, 1, 2, 3, 4, 0, 1, 2].flatMap((at) => [start(at), pass])
    await run(app, [...asked, start(0), start(4), { act: 'check', challenge: 0, address: 0 }])
  }
})

test('a sign-in ends the challenges that others got for the number, with a code or without', async () => {
  const app = apps[1] ?? assert.fail()
  const answers: Answered[] = []
  for (const [kind, capped] of [false, true].entries()) {
    const phone = newPhone()
    const door: Door = {
      name: `capped ${capped}`,
      phone,
      challenges: [],
      from: (at) => `10.9${kind}.0.${at + 1}`,
    }
    // Each has separate neighbours, so the cap of the neighbourhood is reached by the first number alone.
    const others = (count: number) =>
      app.db.pool.query(`update phone_challenge set neighbourhood = $1, country = 'ZZ'`, [
        count === 0 ? 'elsewhere' : phone.slice(0, -2),
      ])
    await app.db.pool.query('delete from code_stop')
    await others(Number(capped))
    await throughDoor(app, door, { act: 'start', address: 0, link: false })
    await ageCodes(app, phone, 31)
    await others(0)
    await throughDoor(app, door, { act: 'start', address: 1, link: false })
    const code = await codeOf(app, door.challenges[1] ?? '')
    await throughDoor(app, door, { act: 'check', challenge: 1, address: 1, code })
    answers.push(await throughDoor(app, door, { act: 'check', challenge: 0, address: 0 }))
  }
  assertAlike(answers, 'a check after the owner has signed in')
})
