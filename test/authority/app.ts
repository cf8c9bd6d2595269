import type { ListedAppOperation } from '#contract/app/index.ts'

/** The kinds of callers, in the column order of the table; `docs/authority.md` explains each. */
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

/** The expected response: a 2xx status ("200"), or the status and code of an error ("404 not_found"). */
type Said = string

/** One row of the table: the object of a call, its owner's role, and the response to each kind of caller. */
export type AuthorityRow = {
  about: string
  /** Role of the object's owner. The suspended caller is this owner, so only the suspension can be the reason. */
  owner: 'customer' | 'carrier'
  answers: Record<Asker, Said>
}

export type OperationId = ListedAppOperation['operationId']

const absent = '404 not_found'

const closed = {
  nobody: '401 signed_out',
  'partner key': '401 signed_out',
  suspended: '403 account_suspended',
}

/** Every caller gets the same response, signed in or not; a suspended account may get a different response. */
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

/** Every signed-in account, about its own object. */
const signedIn = (about: string, said: Said): AuthorityRow => ({
  about,
  owner: 'customer',
  answers: { ...anybody(about, said).answers, ...closed },
})

/** Only the customer who owns the object. */
const customers = (about: string, said: Said, others: Said = absent): AuthorityRow => ({
  about,
  owner: 'customer',
  answers: { ...signedIn(about, others).answers, customer: said },
})

const noCarriers = { customer: '403 not_a_carrier', 'other customer': '403 not_a_carrier' }

/** Every carrier, about their own object; a carrier without approval gets `pending`. */
const eachCarrier = (about: string, said: Said, pending = said): AuthorityRow => ({
  about,
  owner: 'carrier',
  answers: { ...signedIn(about, said).answers, ...noCarriers, 'pending carrier': pending },
})

/** Only the carrier who owns the object. */
const carriers = (about: string, said: Said, others: Said = absent): AuthorityRow => ({
  about,
  owner: 'carrier',
  answers: { ...signedIn(about, others).answers, ...noCarriers, carrier: said },
})

const notYet = '403 carrier_not_approved'

/** The carrier who wins the job gets `said`, other carriers get `late`, a carrier without approval is refused. */
const winners = (about: string, said: Said, late: Said): AuthorityRow => {
  const row = carriers(about, said, late)
  return { ...row, answers: { ...row.answers, 'pending carrier': notYet } }
}

/** Both sides of a job. */
const sides = (about: string, said: Said, toCarrier = said): AuthorityRow => {
  const row = customers(about, said)
  return { ...row, answers: { ...row.answers, carrier: toCarrier } }
}

/**
 * The authority table: the response of every operation of the app API, by caller and by owner of the object.
 * `docs/authority.md` is generated from it; a test checks every cell with real accounts and real objects.
 */
export const authority: Record<OperationId, readonly AuthorityRow[]> = {
  startSignIn: [anybody('any phone', '202')],
  checkCode: [anybody('a code and its phone', '200', '403 account_suspended')],
  readMe: [signedIn('oneself', '200')],
  changeMe: [signedIn('oneself', '200')],
  acceptTerms: [signedIn('a version that is not in force', '409 wrong_state')],
  signOut: [anybody('the session that asks', '204')],
  listDevices: [signedIn('own sessions', '200')],
  endDevice: [customers("a session of the customer's", '204')],
  endOtherDevices: [signedIn('own sessions', '204')],
  readErasure: [signedIn('own account', '200')],
  eraseMe: [customers("the customer's account, with a code sent to it", '204', '422 code_expired')],
  downloadMyData: [signedIn('own data', '200')],

  openDraft: [
    customers("a draft for the customer's number, unopened", '200'),
    customers("the customer's draft, opened", '200'),
  ],
  listMyJobs: [signedIn('own jobs', '200')],
  readMyJob: [
    customers("the customer's draft", '200'),
    customers("the customer's posted job", '200'),
    customers("the customer's job, accepted by the carrier", '200'),
  ],
  discardDraft: [customers("the customer's draft", '204')],
  saveWishes: [customers("the customer's draft", '200')],
  proposeWindow: [customers("the customer's job, accepted by the carrier", '200')],
  agreeToWindow: [customers('a proposal of the carrier to the customer', '200')],
  readConversation: [sides('messages of customer and carrier', '200')],
  sendMessage: [sides('the job of customer and carrier', '201')],
  sendPhotoMessage: [sides('the job of customer and carrier', '201')],
  markMessagesRead: [sides('messages of customer and carrier', '204')],
  reportMessage: [
    sides('a message of the carrier to the customer', '200', '409 wrong_state'),
    sides('a message of the customer to the carrier', '409 wrong_state', '200'),
  ],
  startCall: [customers("the customer's job, accepted by the carrier", '200')],
  readTips: [customers("the customer's job, completed by the carrier", '200')],
  giveTip: [customers("the customer's job, completed by the carrier", '200')],
  changeNotes: [customers("the customer's draft", '200')],
  moveMyPin: [
    customers("the customer's draft, started in the app", '200'),
    customers("the customer's draft, of a partner", '409 wrong_state'),
  ],
  publishJob: [customers("the customer's draft", '200')],
  cancelMyJob: [
    customers("the customer's posted job", '200'),
    customers("the customer's job, accepted by the carrier", '200'),
  ],
  confirmDelivery: [customers("the customer's job, delivered by the carrier", '200')],
  reportProblem: [customers("the customer's job, accepted by the carrier", '200')],
  answerTripReport: [customers("the customer's job, reported by the carrier", '200')],
  rateCarrier: [customers("the customer's job, completed by the carrier", '200')],
  estimateMyJob: [signedIn('any trip', '200')],
  uploadPhoto: [signedIn('their own photo', '201')],
  startMyJob: [
    signedIn('a new job', '201'),
    customers("the `job_id` of the customer's own job", '201', '409 wrong_state'),
  ],
  startAgain: [customers("the customer's cancelled job", '201')],

  priceTrip: [anybody('any trip', '200')],
  suggestAddresses: [anybody('any text', '200')],
  readCarrierTerms: [anybody('the terms for carriers', '200')],

  listPaymentMethods: [signedIn('own cards', '200'), customers("own cards for the customer's draft", '200')],
  startCardSetup: [
    signedIn('a new card', '201'),
    customers("a new card for the customer's draft", '201'),
    customers("the `setup_id` of the customer's", '201'),
  ],
  readCardSetup: [customers("the customer's card setup", '200')],
  removePaymentMethod: [customers("the customer's card", '204')],
  readWallet: [signedIn('own wallet', '200')],
  topUpWallet: [customers("the customer's card", '202')],
  readTopUp: [customers("the customer's top-up", '200')],
  fillSandboxCard: [customers("the customer's card setup", '204')],
  confirmSandboxPayment: [customers("the customer's payment", '204')],

  listMyInvoices: [signedIn('own receipts', '200')],
  downloadInvoice: [customers("the customer's receipt", '200')],

  saveCarrier: [signedIn('own profile', '200')],
  readCarrier: [eachCarrier('own profile', '200')],
  startPayoutSetup: [eachCarrier('own payouts', '200')],
  readFeed: [eachCarrier('jobs nearby', '200', notYet)],
  searchFeed: [eachCarrier('jobs near a place', '200', notYet), winners("the carrier's area", '200', absent)],
  listFeedAreas: [eachCarrier('own areas', '200')],
  saveFeedArea: [eachCarrier('a new area', '200'), carriers("the carrier's area", '200')],
  deleteFeedArea: [eachCarrier("an area, of which only the carrier's own is deleted", '200')],
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
  startCarriersCall: [carriers("the carrier's job", '200')],
  proposeCarriersWindow: [carriers("the carrier's job", '200')],
  agreeToCustomersWindow: [carriers('a proposal of the customer to the carrier', '200')],
  sharePosition: [carriers('the job the carrier has collected', '204')],
  stopSharing: [carriers('the job the carrier has collected', '204')],
  giveBackJob: [carriers('the job the carrier has accepted', '200')],
  reportTrip: [carriers('the job the carrier has accepted', '200')],
  answerNotCollected: [carriers('the job the carrier has accepted, reported by the customer', '200')],
  rateCustomer: [carriers('the job the carrier has completed', '200')],
  readEarnings: [eachCarrier('own earnings', '200')],
  readMyTaxData: [eachCarrier('own tax data', '200')],
  saveMyTaxData: [eachCarrier('own tax data', '200')],
  listMyStatements: [eachCarrier('own statements', '200')],
  readMyStatement: [carriers("the carrier's statement", '200')],
  listMyDocuments: [eachCarrier('own documents', '200')],
  uploadDocument: [
    eachCarrier('a new document', '201'),
    carriers("the `document_id` of the carrier's own document", '201'),
  ],
  readMyDocumentPicture: [carriers("the carrier's document", '200')],
  deleteMyDocument: [carriers("the carrier's document that waits", '204')],
  readSignUp: [signedIn('own steps', '200')],
  uploadCarrierPhoto: [
    signedIn('a new photo', '201'),
    customers("the `picture_id` of the customer's own photo", '201'),
  ],
  readMyCarrierPhoto: [customers("the customer's own photo", '200')],
  deleteMyCarrierPhoto: [customers("the customer's own photo", '204')],
  readCarrierPhoto: [
    customers("the photo of the carrier of the customer's job", '200'),
    customers("the photo of another carrier, in the customer's job", absent),
  ],

  liveEvents: [signedIn('own news', '200')],
  readPushKey: [signedIn('the key of the installation', '200')],
  subscribePush: [signedIn('the session that asks', '204')],
  unsubscribePush: [signedIn('the session that asks', '204')],

  readMyMail: [signedIn('own mail address', '200')],
  changeMyMail: [signedIn('own mail address, where no mail is sent', '409 wrong_state')],
  confirmMyMail: [signedIn('own mail address, without a code', '422 code_expired')],
  removeMyMail: [signedIn('own mail address', '200')],
  readMyNotices: [signedIn('own notices', '200')],
  switchMyNotice: [signedIn('own notices', '200')],
}
