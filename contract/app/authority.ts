import { accountOperations } from './account.ts'
import { carrierOperations } from './carrier.ts'
import { customerOperations } from './customer.ts'
import type { dataOperations } from './data.ts'
import { liveOperations } from './live.ts'
import { paymentOperations } from './payments.ts'

/** Who may call, in the order of the table; what each is stands in `docs/authority.md`. */
export const askers = [
  'nobody',
  'partner key',
  'suspended',
  'customer',
  'other customer',
  'carrier',
  'other carrier',
  'pending carrier',
] as const
export type Asker = (typeof askers)[number]

/** A good status, or a refusal: its status and code. */
type Said = string

/** What a call is about, whose it is, and what each asker is answered. */
export type AuthorityRow = {
  about: string
  /** Whose object it is; the suspended asker is this one, so that nothing but the suspension speaks against it. */
  owner: 'customer' | 'carrier'
  answers: Record<Asker, Said>
}

type Operations = [
  ...typeof accountOperations,
  ...typeof dataOperations,
  ...typeof customerOperations,
  ...typeof paymentOperations,
  ...typeof carrierOperations,
  ...typeof liveOperations,
]
export type OperationId = Operations[number]['operationId']

const absent = '404 not_found'

const closed = {
  nobody: '401 signed_out',
  'partner key': '401 signed_out',
  suspended: '403 account_suspended',
}

/** Whoever is there. */
const anybody = (about: string, said: Said, suspended = said): AuthorityRow => ({
  about,
  owner: 'customer',
  answers: {
    nobody: said,
    'partner key': said,
    suspended,
    customer: said,
    'other customer': said,
    carrier: said,
    'other carrier': said,
    'pending carrier': said,
  },
})

/** Whoever is signed in, each for themselves. */
const oneself = (about: string, said: Said): AuthorityRow => ({
  about,
  owner: 'customer',
  answers: { ...anybody(about, said).answers, ...closed },
})

/** Only the customer it belongs to. */
const customers = (about: string, said: Said, others: Said = absent): AuthorityRow => ({
  about,
  owner: 'customer',
  answers: { ...oneself(about, others).answers, customer: said },
})

const noCarriers = { customer: '403 not_a_carrier', 'other customer': '403 not_a_carrier' }

/** Every carrier for themselves; those the operator has not approved are told what `pending` says. */
const eachCarrier = (about: string, said: Said, pending = said): AuthorityRow => ({
  about,
  owner: 'carrier',
  answers: { ...oneself(about, said).answers, ...noCarriers, 'pending carrier': pending },
})

/** Only the carrier it belongs to. */
const carriers = (about: string, said: Said, others: Said = absent): AuthorityRow => ({
  about,
  owner: 'carrier',
  answers: { ...oneself(about, others).answers, ...noCarriers, carrier: said },
})

const notYet = '403 carrier_not_approved'

/** The winner of a job, those who came too late, and those who may not have any. */
const winners = (about: string, said: Said, late: Said): AuthorityRow => {
  const row = carriers(about, said, late)
  return { ...row, answers: { ...row.answers, 'pending carrier': notYet } }
}

/**
 * The authority table: what every operation of the app API answers to whom, about whose object. `docs/authority.md` is
 * made of it, and a test holds every cell of it with real people and real objects.
 */
export const authority: Record<OperationId, readonly AuthorityRow[]> = {
  startSignIn: [anybody('any phone', '202')],
  checkCode: [anybody('a code and its phone', '200', '403 account_suspended')],
  readMe: [oneself('oneself', '200')],
  changeMe: [oneself('oneself', '200')],
  signOut: [anybody('the session that asks', '204')],
  listDevices: [oneself('own sessions', '200')],
  endDevice: [customers("a session of the customer's", '204')],
  endOtherDevices: [oneself('own sessions', '204')],
  readErasure: [oneself('own account', '200')],
  eraseMe: [customers("the customer's account, with a code sent to it", '204', '422 code_expired')],
  downloadMyData: [oneself('own data', '200')],

  openDraft: [
    customers("a draft for the customer's number, unopened", '200'),
    customers("the customer's draft, opened", '200'),
  ],
  listMyJobs: [oneself('own jobs', '200')],
  readMyJob: [
    customers("the customer's draft", '200'),
    customers("the customer's posted job", '200'),
    customers("the customer's job, accepted by the carrier", '200'),
  ],
  changeNotes: [customers("the customer's draft", '200')],
  publishJob: [customers("the customer's draft", '200')],
  cancelMyJob: [
    customers("the customer's posted job", '200'),
    customers("the customer's job, accepted by the carrier", '200'),
  ],
  confirmDelivery: [customers("the customer's job, delivered by the carrier", '200')],
  reportProblem: [customers("the customer's job, accepted by the carrier", '200')],
  rateCarrier: [customers("the customer's job, completed by the carrier", '200')],
  estimateMyJob: [oneself('any trip', '200')],
  uploadPhoto: [oneself('a photo of their own', '201')],
  startMyJob: [
    oneself('a new job', '201'),
    customers("the `job_id` of the customer's own job", '201', '409 wrong_state'),
  ],
  startAgain: [customers("the customer's cancelled job", '201')],

  listPaymentMethods: [oneself('own cards', '200'), customers("own cards for the customer's draft", '200')],
  startCardSetup: [
    oneself('a new card', '201'),
    customers("a new card for the customer's draft", '201'),
    customers("the `setup_id` of the customer's", '201'),
  ],
  readCardSetup: [customers("the customer's card setup", '200')],
  removePaymentMethod: [customers("the customer's card", '204')],
  readWallet: [oneself('own wallet', '200')],
  topUpWallet: [customers("the customer's card", '202')],
  readTopUp: [customers("the customer's top-up", '200')],
  fillSandboxCard: [customers("the customer's card setup", '204')],
  confirmSandboxPayment: [customers("the customer's payment", '204')],

  saveCarrier: [oneself('own profile', '200')],
  readCarrier: [eachCarrier('own profile', '200')],
  startPayoutSetup: [eachCarrier('own payouts', '200')],
  readFeed: [eachCarrier('jobs nearby', '200', notYet)],
  readFeedJob: [
    eachCarrier("the customer's draft", absent, notYet),
    eachCarrier("the customer's posted job", '200', notYet),
    eachCarrier("the customer's job, accepted by the carrier", '409 already_taken', notYet),
  ],
  acceptJob: [
    eachCarrier("the customer's draft", absent, notYet),
    eachCarrier("the customer's posted job", '200', notYet),
    winners("the customer's job, accepted by the carrier", '200', '409 already_taken'),
  ],
  listCarrierJobs: [eachCarrier('own jobs', '200')],
  readCarrierJob: [
    eachCarrier("the customer's posted job", absent),
    carriers('the job the carrier has accepted', '200'),
  ],
  collectJob: [carriers('the job the carrier has accepted', '200')],
  deliverJob: [carriers('the job the carrier has accepted', '200')],
  giveBackJob: [carriers('the job the carrier has accepted', '200')],
  rateCustomer: [carriers('the job the carrier has completed', '200')],
  readEarnings: [eachCarrier('own earnings', '200')],

  liveEvents: [oneself('own news', '200')],
  readPushKey: [oneself('the key of the installation', '200')],
  subscribePush: [oneself('the session that asks', '204')],
  unsubscribePush: [oneself('the session that asks', '204')],
}
