import { type Kysely, sql } from 'kysely'
import type { ProfileRule, SignUpStepName, StepState } from '#contract/carrier-profile.ts'
import type { CarrierStatus, DocumentKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { type CurrentPhoto, currentPhotos } from '../carrier-photos/photo.ts'
import { type CarrierDocument, currentDocuments, type NeededDocuments } from '../documents/document.ts'

export type SignUpNeeds = {
  kysely: Kysely<Tables>
  neededDocuments: NeededDocuments
  /** The setting `CARRIER_PROFILE`. */
  profileRule: ProfileRule
}

export type SignUpStep = {
  step: SignUpStepName
  state: StepState
  /** No job can be accepted before it. */
  isRequired: boolean
  reason: string | null
}

export type SignUp = {
  rule: ProfileRule
  mayAccept: boolean
  steps: SignUpStep[]
  photos: CurrentPhoto[]
}

type Facts = {
  name: string | null
  /** Null before the account has signed up. */
  status: CarrierStatus | null
  statusReason: string | null
  plate: string | null
  isProfileRequired: boolean
  hasTaxData: boolean
  /** Null before the carrier has begun. */
  payoutsReady: boolean | null
}

/**
 * The steps of the sign-up of an account (decision 81), also before it is a carrier. They are derived from the rows of
 * each step, so a step that was done on another device or in the profile is done here too.
 *
 * @param processor the processor of payouts.
 */
export async function readSignUp(
  { kysely, neededDocuments, profileRule: rule }: SignUpNeeds,
  { accountId, processor }: { accountId: string; processor: string },
): Promise<SignUp> {
  const [facts, photos, documents] = await Promise.all([
    readFacts(kysely, { accountId, processor }),
    currentPhotos(kysely, accountId),
    currentDocuments(kysely, accountId),
  ])
  const steps = stepsOf({ ...facts, rule, photos, documents, needed: neededDocuments })
  return { rule, mayAccept: mayAccept({ ...facts, rule, photos }), steps, photos }
}

async function readFacts(
  kysely: Kysely<Tables>,
  { accountId, processor }: { accountId: string; processor: string },
): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select account.name, carrier.status, carrier.status_reason as "statusReason", carrier.plate,
      coalesce(carrier.profile_required, false) as "isProfileRequired",
      exists (select from carrier_tax_data tax where tax.account_id = account.id) as "hasTaxData",
      (select payout.ready from payout_account payout
        where payout.carrier_id = account.id and payout.processor = ${processor}) as "payoutsReady"
    from account left join carrier on carrier.account_id = account.id where account.id = ${accountId}`.execute(
    kysely,
  )
  const [facts] = rows
  if (!facts) throw new Error('An account has signed in')
  return facts
}

type Given = Facts & {
  rule: ProfileRule
  photos: readonly Pick<CurrentPhoto, 'kind' | 'state' | 'reason'>[]
  documents: readonly Pick<CarrierDocument, 'kind' | 'state' | 'reason'>[]
  needed: NeededDocuments
}

const mayAccept = ({
  status,
  isProfileRequired,
  rule,
  plate,
  photos,
}: Pick<Given, 'status' | 'isProfileRequired' | 'rule' | 'plate' | 'photos'>): boolean =>
  status === 'approved' &&
  (rule !== 'required' || !isProfileRequired || (plate !== null && isShown(photos, 'portrait')))

/** Every step, in the order of the app. */
export function stepsOf(given: Given): SignUpStep[] {
  return [
    { step: 'you', isRequired: true, ...you(given) },
    { step: 'vehicle', isRequired: true, ...vehicle(given) },
    { step: 'documents', isRequired: given.needed.length > 0, ...documents(given) },
    { step: 'tax_data', isRequired: false, ...of(given.hasTaxData ? 'done' : 'to_do') },
    { step: 'payouts', isRequired: false, ...of(payouts(given)) },
  ]
}

type Judged = Pick<SignUpStep, 'state' | 'reason'>

const of = (state: StepState, reason: string | null = null): Judged => ({ state, reason })

const isShown = (photos: Given['photos'], kind: CurrentPhoto['kind']): boolean =>
  photos.some((photo) => photo.kind === kind && photo.state === 'shown')

const removed = (photos: Given['photos'], kind: CurrentPhoto['kind']) =>
  photos.find((photo) => photo.kind === kind && photo.state === 'removed')

/** What is given is accepted with the carrier. */
const judged = ({ status }: Given): Judged =>
  of(status === 'approved' || status === 'suspended' ? 'accepted' : 'sent')

function you(given: Given): Judged {
  const { name, rule, photos } = given
  const isAsked = rule !== 'off'
  const refused = isAsked ? removed(photos, 'portrait') : undefined
  if (refused) return of('refused', refused.reason)
  return name && (!isAsked || isShown(photos, 'portrait')) ? judged(given) : of('to_do')
}

/** The photo of the vehicle may be missing. A rejected carrier applies again by saving the vehicle. */
function vehicle(given: Given): Judged {
  const { status, statusReason, rule, plate, photos } = given
  if (status === null) return of('to_do')
  if (status === 'rejected') return of('refused', statusReason)
  const refused = rule === 'off' ? undefined : removed(photos, 'vehicle')
  if (refused) return of('refused', refused.reason)
  return rule === 'off' || plate !== null ? judged(given) : of('to_do')
}

/** The worst state of the needed documents; if none is needed, of those that were uploaded. */
function documents({ needed, documents: uploaded }: Given): Judged {
  const kinds = needed.length > 0 ? needed : [...new Set(uploaded.map(({ kind }) => kind))]
  const states = kinds.map((kind) => stateOfKind(uploaded, kind))
  for (const worse of ['refused', 'expired', 'to_do', 'sent', 'accepted'] as const) {
    const found = states.find(({ state }) => state === worse)
    if (found) return found
  }
  return of('to_do')
}

/** A valid document counts before the next one, and that one before the one that has expired. */
function stateOfKind(uploaded: Given['documents'], kind: DocumentKind): Judged {
  const ofKind = uploaded.filter((document) => document.kind === kind)
  for (const state of ['accepted', 'waiting', 'refused', 'expired'] as const) {
    const found = ofKind.find((document) => document.state === state)
    if (found) return of(state === 'waiting' ? 'sent' : state, state === 'refused' ? found.reason : null)
  }
  return of('to_do')
}

const payouts = ({ payoutsReady }: Given): StepState =>
  payoutsReady === null ? 'to_do' : payoutsReady ? 'done' : 'sent'
