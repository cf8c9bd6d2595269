import assert from 'node:assert/strict'
import sharp from 'sharp'
import { listDevices, startSignIn } from '#contract/app/account.ts'
import { collectJob, deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, reportProblem, startMyJob } from '#contract/app/customer.ts'
import { reportTrip } from '#contract/app/trip-reports.ts'
import { startSession } from '../../server/accounts/session-store.ts'
import { newId } from '../../server/lib/ids.ts'
import type { OperationId } from '../authority/app.ts'
import { cardScenes } from './card-scenes.ts'
import { photoOf, uploadPhotoOf } from './carrier-photos.ts'
import { upload, uploadOf } from './documents.ts'
import { sofa } from './dray.ts'
import { feedScenes } from './feed-scenes.ts'
import type { Market } from './market.ts'
import { messageScenes } from './message-scenes.ts'
import { newPhone } from './no-secrets.ts'
import { pageScenes } from './page-scenes.ts'
import { saveCard } from './paying.ts'
import { codeOf, type Person, stranger } from './person.ts'
import { positionBody } from './positions.ts'
import type { PushService } from './push-service.ts'
import { settleMoney } from './run-money-tasks.ts'
import { windowScenes } from './window-scenes.ts'

export type Cast = Record<
  'customer' | 'other customer' | 'carrier' | 'other carrier' | 'pending carrier',
  Person
>

/** New people for each row, because some calls end sessions or accounts. */
export async function gather({ person, carrier }: Market): Promise<Cast> {
  return {
    customer: await person('Ana'),
    'other customer': await person('Eva'),
    carrier: await carrier({ name: 'Luis' }),
    'other carrier': await carrier({ name: 'Olga' }),
    'pending carrier': await carrier({ name: 'Pau', status: 'pending' }),
  }
}

export type Stage = Cast & { market: Market; pushes: PushService }

/** Input of a call, and the owner of its object if that person is not in the cast. */
export type Said = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  owner?: Person
}

/** Creates the object of one row of the authority table. @returns the input of the call, equal for all callers. */
type Scene = (stage: Stage) => Promise<Said>

const nothing: Scene = () => Promise.resolve({})
const saying =
  (body: () => unknown): Scene =>
  () =>
    Promise.resolve({ body: body() })

type JobScene = (stage: Stage) => Promise<{ job_id: string }>

const draft: JobScene = ({ market, customer }) => market.draft(customer)
const posted: JobScene = ({ market, customer }) => market.posted(customer)
const accepted: JobScene = ({ market, customer, carrier }) => market.accepted(customer, carrier)
const cancelled: JobScene = async (stage) => {
  const { job_id } = await posted(stage)
  return stage.customer.ok(cancelMyJob, { params: { job_id }, body: { fee_cents: 0 } })
}
const collected: JobScene = async (stage) => {
  const job = await accepted(stage)
  await stage.carrier.ok(collectJob, { params: { job_id: job.job_id } })
  return job
}

const delivered: JobScene = async (stage) => {
  const { job_id } = await accepted(stage)
  await stage.carrier.ok(deliverJob, { params: { job_id }, body: {} })
  return { job_id }
}
const completed: JobScene = async (stage) => {
  const { job_id } = await accepted(stage)
  const params = { job_id }
  await stage.carrier.ok(collectJob, { params })
  await stage.carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(stage.market.app)
  return { job_id }
}

/** A call with the job's id in its path. */
const about =
  (job: JobScene, body?: () => unknown): Scene =>
  async (stage) => {
    const { job_id } = await job(stage)
    return { params: { job_id }, ...(body && { body: body() }) }
  }

const free = () => ({ fee_cents: 0 })
const stars = () => ({ stars: 5 })
const { title, size, pickup, dropoff } = sofa
const trip = { size, pickup, dropoff }
const newJob = () => ({ job_id: newId(), title, ...trip })
const unopened: Scene = async ({ market, customer }) => {
  const { body } = await market.partner.create({ customer_phone: customer.phone })
  return { params: { short_id: /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? assert.fail('no link') } }
}

const opened: Scene = async ({ market, customer }) => {
  const { job_id } = await market.draft(customer)
  const { rows } = await market.app.db.pool.query<{ short_id: string }>(
    'select short_id from job where id = $1',
    [job_id],
  )
  return { params: { short_id: rows[0]?.short_id ?? assert.fail('no such job') } }
}

/** Uses a new person, because a second code for the same number has to wait. */
const code: Scene = async ({ market: { app, person } }) => {
  const owner = await person()
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone: owner.phone } })
  const body = { phone: owner.phone, code: await codeOf(app, challenge_id), kind: 'native' }
  return { params: { challenge_id }, body, owner }
}

const erasing: Scene = async ({ market: { app }, customer }) => {
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone: customer.phone } })
  return { body: { challenge_id, code: await codeOf(app, challenge_id) } }
}

const session: Scene = async ({ market: { app }, customer }) => {
  const { accountId } = customer
  await startSession(app.db.kysely, { accountId, kind: 'web', device: 'another' })
  const { devices } = await customer.ok(listDevices)
  const other = devices.find(({ current }) => !current) ?? assert.fail('there is another')
  return { params: { session_id: other.session_id } }
}

const publishing: Scene = async (stage) => {
  const { job_id } = await draft(stage)
  const payment_method_id = await saveCard(stage.customer, 'success', job_id)
  return { params: { job_id }, body: { payment_id: newId(), source: 'card', payment_method_id } }
}

const startedBefore: Scene = async ({ customer }) => {
  const body = newJob()
  await customer.ok(startMyJob, { body })
  return { body }
}

const ownPin: Scene = async ({ customer }) => {
  const { job_id, pickup } = await customer.ok(startMyJob, { body: newJob() })
  return { params: { job_id }, body: { stop: 'pickup', ...pickup.point } }
}

const tripAnswer: Scene = async (stage) => {
  const { job_id } = await accepted(stage)
  const body = { report_id: newId(), kind: 'wrong_address' as const, position: { lat: 40.4, lon: -3.7 } }
  await stage.carrier.ok(reportTrip, { params: { job_id }, body })
  return { params: { job_id }, body: { report_id: body.report_id, agrees: false } }
}

const notCollected: Scene = async (stage) => {
  const { job_id } = await accepted(stage)
  const problem_id = newId()
  await stage.customer.ok(reportProblem, { params: { job_id }, body: { problem_id, kind: 'not_collected' } })
  return { params: { job_id }, body: { problem_id, text: 'I was there' } }
}

const document: Scene = async ({ carrier }) => {
  const { document_id } = await upload(carrier)
  return { params: { document_id } }
}

const ownPhoto: Scene = async ({ customer }) => {
  const { picture_id } = await uploadPhotoOf(customer)
  return { params: { picture_id } }
}

const carriersPhoto =
  (whose: 'carrier' | 'other carrier'): Scene =>
  async (stage) => {
    const { job_id } = await accepted(stage)
    const { picture_id } = await uploadPhotoOf(stage[whose])
    return { params: { job_id, picture_id } }
  }

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c96' } })
  .jpeg()
  .toBuffer()

const profile = {
  name: 'Lucía',
  vehicle_size: 'S',
  vehicle: 'van',
  base_address: 'Calle Mayor 1, 28013 Madrid',
  radius_km: 50,
}

/** The scenes of each operation, in the order of its rows in the table. */
export const scenes: Record<OperationId, readonly Scene[]> = {
  startSignIn: [saying(() => ({ phone: newPhone() }))],
  checkCode: [code],
  readMe: [nothing],
  changeMe: [saying(() => ({ language: 'es' }))],
  acceptTerms: [saying(() => ({ version: 'none' }))],
  signOut: [nothing],
  listDevices: [nothing],
  endDevice: [session],
  endOtherDevices: [nothing],
  readErasure: [nothing],
  eraseMe: [erasing],
  downloadMyData: [nothing],

  openDraft: [unopened, opened],
  listMyJobs: [nothing],
  readMyJob: [about(draft), about(posted), about(accepted)],
  discardDraft: [about(draft)],
  ...windowScenes({ draft, accepted }),
  sharePosition: [about(collected, positionBody)],
  stopSharing: [about(collected)],
  ...messageScenes({ accepted, picture }),
  startCall: [about(accepted)],
  readTips: [about(completed)],
  changeNotes: [about(draft, () => ({ notes: 'Ring twice' }))],
  moveMyPin: [ownPin, about(draft, () => ({ stop: 'pickup', lat: 40.4, lon: -3.7 }))],
  publishJob: [publishing],
  cancelMyJob: [about(posted, free), about(accepted, free)],
  confirmDelivery: [about(delivered)],
  reportProblem: [about(accepted, () => ({ problem_id: newId(), kind: 'damaged' }))],
  answerTripReport: [tripAnswer],
  rateCarrier: [about(completed, stars)],
  estimateMyJob: [saying(() => trip)],
  uploadPhoto: [saying(() => picture)],
  startMyJob: [saying(newJob), startedBefore],
  startAgain: [about(cancelled, () => ({ job_id: newId() }))],

  priceTrip: [saying(() => trip)],
  suggestAddresses: [saying(() => ({ text: 'Getaf' }))],
  readCarrierTerms: [nothing],

  ...cardScenes({ draft, completed }),

  ...pageScenes({ completed }),

  saveCarrier: [saying(() => profile)],
  readCarrier: [nothing],
  startPayoutSetup: [saying(() => ({ return_path: '/carrier' }))],
  readFeed: [nothing],
  ...feedScenes,
  readFeedJob: [about(draft), about(posted), about(accepted)],
  acceptJob: [about(draft), about(posted), about(accepted)],
  listCarrierJobs: [() => Promise.resolve({ query: { state: 'active' } })],
  readCarrierJob: [about(posted), about(accepted)],
  startCarriersCall: [about(accepted)],
  collectJob: [about(accepted)],
  deliverJob: [about(accepted, () => ({}))],
  giveBackJob: [about(accepted, () => ({}))],
  reportTrip: [about(accepted, () => ({ report_id: newId(), kind: 'breakdown' }))],
  answerNotCollected: [notCollected],
  rateCustomer: [about(completed, stars)],
  readEarnings: [nothing],
  listMyDocuments: [nothing],
  uploadDocument: [
    () => Promise.resolve(uploadOf()),
    async ({ carrier }) => {
      const { document_id } = await upload(carrier)
      return uploadOf({ documentId: document_id })
    },
  ],
  readMyDocumentPicture: [document],
  deleteMyDocument: [document],
  readSignUp: [nothing],
  uploadCarrierPhoto: [
    () => Promise.resolve(photoOf()),
    async ({ customer }) => {
      const { picture_id } = await uploadPhotoOf(customer)
      return photoOf({ pictureId: picture_id })
    },
  ],
  readMyCarrierPhoto: [ownPhoto],
  deleteMyCarrierPhoto: [ownPhoto],
  readCarrierPhoto: [carriersPhoto('carrier'), carriersPhoto('other carrier')],

  liveEvents: [nothing],
  readPushKey: [nothing],
  subscribePush: [({ pushes }) => Promise.resolve({ body: pushes.subscription() })],
  unsubscribePush: [nothing],

  readMyMail: [nothing],
  changeMyMail: [saying(() => ({ address: 'ana@example.com' }))],
  confirmMyMail: [saying(() => ({ code: '123456' }))],
  removeMyMail: [nothing],
  readMyNotices: [nothing],
  switchMyNotice: [saying(() => ({ kind: 'job_accepted', channel: 'push', on: false }))],
}
