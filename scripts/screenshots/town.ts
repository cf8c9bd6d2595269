import { acceptJob, collectJob, deliverJob, giveBackJob, rateCustomer } from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, rateCarrier, readMyJob, uploadPhoto } from '#contract/app/customer.ts'
import { listMyInvoices } from '#contract/app/invoices.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { listPaymentMethods, removePaymentMethod } from '#contract/app/payments.ts'
import { listMyStatements } from '#contract/app/statements.ts'
import { saveMyTaxData } from '#contract/app/tax-data.ts'
import { answerTripReport, reportTrip } from '#contract/app/trip-reports.ts'
import { carrierPhotoKinds } from '#contract/carrier-profile.ts'
import type { JobInput } from '#contract/partner.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { byOperator } from '../../test/support/by-operator.ts'
import { savePlate, uploadPhotoOf } from '../../test/support/carrier-photos.ts'
import { issueInvoices, testInvoicing } from '../../test/support/invoices.ts'
import { type Market, openMarket } from '../../test/support/market.ts'
import { fillWallet, readyPayouts, saveCard } from '../../test/support/paying.ts'
import type { Person } from '../../test/support/person.ts'
import { settleMoney } from '../../test/support/run-money-tasks.ts'
import { newStatement, taxData } from '../../test/support/statements.ts'
import { absentReport, passHours, tripFees } from '../../test/support/wasted-trips.ts'
import { door, ofCarrier, servePictures } from './pictures.ts'
import { writeMessages } from './talk.ts'
import { saveAreas, talkAboutTimes } from './windows.ts'

/** People and jobs in every state, created over the real API with sandbox money. */
export type Town = AsyncDisposable & {
  market: Market
  people: Record<Somebody, Person>
  /** Job ids by state, except drafts: `draft()` creates a new draft for each screenshot. */
  jobs: Record<State, string>
  /** Ids of pages with a number. */
  pages: Record<'receipt' | 'statement' | 'withoutTaxData', string>
  /** Creates a draft that `customer`, or another person, has opened. */
  draft: (owner?: 'customer' | 'disputed') => Promise<CustomerJob>
  /** Creates a draft and returns the link in its SMS, for a user without a session. */
  link: () => Promise<string>
}

export type Somebody =
  | 'customer'
  | 'refused'
  | 'disputed'
  | 'newcomer'
  | 'carrier'
  | 'rival'
  | 'far'
  | 'fresh'
  | 'pending'
  | 'rejected'
export type State =
  | 'posted'
  | 'accepted'
  | 'collected'
  | 'delivered'
  | 'completed'
  | 'rated'
  | 'cancelled'
  | 'offered'
  | 'taken'
  | 'tripReported'
  | 'tripContested'
  | 'givenBack'
  | 'goesOn'
  | 'timeAsked'
  | 'timeMoved'

const sofa = {
  title: 'Sofá de tres plazas',
  description: 'Azul, 220 × 95 cm. Las patas se desmontan.',
  size: 'L',
  pickup: { address: 'Calle de Alcalá 50, 28014 Madrid', floor: 3, has_elevator: false },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza', floor: 1, has_elevator: true },
} satisfies Partial<JobInput>

/** Nothing listens there: mails and alerts wait, and the pages show what can be sent. */
const unreachable = {
  MAIL_URL: 'smtp://127.0.0.1:1?tls=off',
  MAIL_FROM: 'dray@mail.example',
  ALERT_WEBHOOK_URL: 'https://alerts.example.test/dray',
  ALERT_WEBHOOK_SECRET: `whsec_${'b'.repeat(32)}`,
}

export async function buildTown(): Promise<Town> {
  const pictures = await servePictures()
  const market = await openMarket({ ...tripFees, ...unreachable, PHOTO_SOURCES_ALLOWED: pictures.host })
  const partner = await market.app.partner({ companyName: 'Muebles Rivera', smsLanguage: 'es' })
  const showing = (...names: string[]) => ({ photos: names.map((name) => `${pictures.url}/${name}.jpg`) })
  const people = await gather(market)
  const draftOf = (person: Person, input: Partial<JobInput> = {}) =>
    market.draft(person, { ...sofa, ...showing(...seen(input.title)), ...input }, partner)
  const jobs = await playJobs(market, people, draftOf)
  const pages = await issuePages(market, people, jobs)
  return {
    market,
    people,
    jobs,
    pages,
    draft: (owner = 'customer') => draftOf(people[owner]),
    link: async () => {
      const { body } = await partner.create({ ...sofa, customer_phone: '+34612345678' })
      const { pathname, search } = new URL(body.deep_link_url.replace(/^\w+:\/\//, 'https://x/'))
      return pathname + search
    },
    async [Symbol.asyncDispose]() {
      await market[Symbol.asyncDispose]()
      await pictures[Symbol.asyncDispose]()
    },
  }
}

/** Names of the partner's photos of an item; many items have no photo. */
function seen(title = sofa.title): string[] {
  if (title === sofa.title) return ['sofa', 'box']
  if (/armario/i.test(title)) return ['wardrobe']
  return /cajas/i.test(title) ? ['box'] : []
}

async function gather(market: Market): Promise<Record<Somebody, Person>> {
  const people = {
    customer: await market.person('Ana Ruiz'),
    refused: await market.person('Eva Gil'),
    disputed: await market.person('Rosa León'),
    newcomer: await market.person(),
    carrier: await market.carrier({ name: 'Lucía Prieto' }),
    rival: await market.carrier({ name: 'Jon Egea' }),
    far: await market.carrier({ name: 'Pau Vidal', size: 'S' }),
    fresh: await market.person('Marta Sanz'),
    pending: await market.carrier({ name: 'Olga Rey', status: 'pending' }),
    rejected: await market.carrier({ name: 'Iván Mora', status: 'rejected' }),
  }
  for (const kind of carrierPhotoKinds)
    await uploadPhotoOf(people.carrier, { kind, bytes: await ofCarrier[kind]() })
  await savePlate(people.carrier, '1234 BCD')
  await saveAreas(people.carrier)
  await market.app.db.pool.query(`update carrier set base_place = 'Madrid'`)
  await fillWallet(people.customer, 5_000)
  await forgetCards(people.customer)
  await saveCard(people.refused, 'declined')
  await fillWallet(people.disputed, 10_000)
  await disputeTopUp(market, people.disputed, 8_000)
  await readyPayouts(market.app, people.carrier)
  await market.app.db.pool.query(`update carrier set status_reason = $2 where account_id = $1`, [
    people.rejected.accountId,
    'Falta la póliza del seguro.',
  ])
  return people
}

/** The sandbox has no disputes, so writes what an event of the processor would leave. */
async function disputeTopUp({ app }: Market, { accountId }: Person, cents: number): Promise<void> {
  await app.db.pool.query(
    `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents)
     select processor, 'dispute_' || id, 'dispute', id, 'needs_response', 'fraudulent', $2
     from payment where account_id = $1 and purpose = 'top_up'`,
    [accountId, cents],
  )
}

/** Removes the card that filled the wallet: the card saved later looks identical in the list. */
async function forgetCards(person: Person): Promise<void> {
  const { methods } = await person.ok(listPaymentMethods)
  for (const { payment_method_id } of methods)
    await person.ok(removePaymentMethod, { params: { payment_method_id } })
}

type DraftOf = (person: Person, input?: Partial<JobInput>) => Promise<CustomerJob>

/** Functions that bring a new job of `customer` into a state. */
function actsOf(market: Market, { customer, carrier }: Record<Somebody, Person>, draftOf: DraftOf) {
  const posted = async (input: Partial<JobInput> = {}) => {
    const { job_id } = await draftOf(customer, input)
    await customer.ok(changeNotes, { params: { job_id }, body: { notes: 'Llamar al 3.º izquierda.' } })
    await market.post(customer, job_id)
    return job_id
  }
  const accepted = async (input?: Partial<JobInput>) => {
    const job_id = await posted(input)
    await carrier.ok(acceptJob, { params: { job_id } })
    return job_id
  }
  const collected = async (input?: Partial<JobInput>) => {
    const job_id = await accepted(input)
    const { photo_id } = await carrier.ok(uploadPhoto, { body: await door() })
    await carrier.ok(collectJob, { params: { job_id }, body: { photo_id } })
    return job_id
  }
  const delivered = async (input?: Partial<JobInput>) => {
    const job_id = await collected(input)
    const { photo_id } = await carrier.ok(uploadPhoto, { body: await door() })
    await carrier.ok(deliverJob, { params: { job_id }, body: { photo_id } })
    return job_id
  }
  /** Accepted an hour ago; the customer was not there. */
  const tripReported = async () => {
    const job_id = await accepted({ title: 'Cómoda antigua' })
    await passHours(market.app, { job_id }, 1)
    const text = 'He llamado al timbre y dos veces por teléfono.'
    const { photo_id } = await carrier.ok(uploadPhoto, { body: await door() })
    await carrier.ok(reportTrip, { params: { job_id }, body: absentReport({ text, photo_id }) })
    return job_id
  }
  return { posted, accepted, collected, delivered, tripReported }
}

/** Receipts of the customer with a credit note; the month of a business, and of a carrier without tax data. */
async function issuePages(
  market: Market,
  { customer, carrier, rival }: Record<Somebody, Person>,
  { completed, taken }: Record<State, string>,
): Promise<Town['pages']> {
  const { app } = market
  await rival.ok(deliverJob, { params: { job_id: taken }, body: {} })
  const refund = { jobId: completed, amountCents: 2_000, by: byOperator('arañazo') }
  await refundJob(app.dray.payments, refund)
  await settleMoney(app)
  await issueInvoices(app)
  await carrier.ok(saveMyTaxData, { body: taxData })
  const invoicing = { ...testInvoicing, carrierBasisPoints: 2_100 }
  const statement = await newStatement(app, carrier, invoicing)
  const { statements } = await rival.ok(listMyStatements)
  const { invoices } = await customer.ok(listMyInvoices)
  const receipt = invoices.find(({ kind }) => kind === 'receipt')
  return {
    receipt: receipt?.invoice_id ?? '',
    statement,
    withoutTaxData: statements[0]?.invoice_id ?? '',
  }
}

async function playTimes(
  people: Record<Somebody, Person>,
  accepted: ReturnType<typeof actsOf>['accepted'],
  offered: string,
): Promise<Pick<Record<State, string>, 'timeAsked' | 'timeMoved'>> {
  const timeAsked = await accepted({ title: 'Escritorio' })
  const timeMoved = await accepted({ title: 'Estantería' })
  await talkAboutTimes(people, { asked: timeAsked, moved: timeMoved, offered })
  return { timeAsked, timeMoved }
}

async function playJobs(
  market: Market,
  people: Record<Somebody, Person>,
  draftOf: DraftOf,
): Promise<Record<State, string>> {
  const { customer, carrier, rival } = people
  const { posted, accepted, collected, delivered, tripReported } = actsOf(market, people, draftOf)
  const taken = await posted({ title: 'Somier' })
  await rival.ok(acceptJob, { params: { job_id: taken } })
  const completed = await delivered({ title: 'Armario de roble' })
  const rated = await delivered({ title: 'Mesa de comedor y seis sillas' })
  const cancelled = await posted({ title: 'Lavadora', size: 'M' })
  await customer.ok(cancelMyJob, { params: { job_id: cancelled }, body: { fee_cents: 0 } })
  const given = await accepted({ title: 'Piano de pared', size: 'XL' })
  await carrier.ok(giveBackJob, {
    params: { job_id: given },
    body: { reason: 'La furgoneta se ha averiado' },
  })
  const { successor_id } = await customer.ok(readMyJob, { params: { job_id: given } })
  const tripContested = await tripReported()
  const { trip_report } = await customer.ok(readMyJob, { params: { job_id: tripContested } })
  const text = 'Estuve en casa toda la tarde.'
  const body = { report_id: trip_report?.report_id ?? '', agrees: false, text }
  await customer.ok(answerTripReport, { params: { job_id: tripContested }, body })
  const bicycle = await collected({ title: 'Bicicleta y dos cajas', size: 'S' })
  await writeMessages(people, { bicycle, tripContested })
  await settleMoney(market.app)
  await customer.ok(rateCarrier, { params: { job_id: rated }, body: { stars: 5, comment: 'Muy puntual.' } })
  await carrier.ok(rateCustomer, { params: { job_id: rated }, body: { stars: 4 } })
  const offers = [
    await posted(),
    await posted({
      title: 'Lavadora casi nueva',
      size: 'M',
      pickup: { address: 'Plaza Mayor 1, 40001 Segovia' },
    }),
    await posted({
      title: 'Cajas de una mudanza',
      pickup: { address: 'Calle Ancha 3, 13001 Ciudad Real', floor: 2 },
    }),
  ]
  const offered = offers[1] ?? ''
  return {
    completed,
    rated,
    cancelled,
    ...(await playTimes(people, accepted, offered)),
    posted: offers[0] ?? '',
    offered,
    accepted: await accepted({ title: 'Nevera' }),
    collected: bicycle,
    delivered: await delivered({ title: 'Colchón de 150' }),
    taken,
    tripReported: await tripReported(),
    tripContested,
    givenBack: given,
    goesOn: successor_id ?? '',
  }
}
