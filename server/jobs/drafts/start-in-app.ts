import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { EstimateInput } from '#contract/partner.ts'
import type { JobSize } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import type { CountLookUp } from '../../geocoding/look-up-caps.ts'
import { Problem } from '../../lib/problem.ts'
import type { Stop, TripFees } from '../job.ts'
import { unusableUpload } from '../refusals.ts'
import { refuseTooManyDrafts, tooManyDrafts } from './draft-limit.ts'
import { type AppDraftOutcome, insertAppDraft } from './insert-app-draft.ts'
import { type QuoteNeeds, quote } from './quote.ts'

export type StartNeeds = QuoteNeeds & {
  countLookUp: CountLookUp
  kysely: Kysely<Tables>
  lifetimeSeconds: number
  collectHours: number
  tripFees: TripFees
}

export type StartInput = {
  /** Chosen by the client, so a request whose response was lost can be retried. */
  jobId: string
  customerId: string
  phone: string
  title: string
  description: string | null
  size: JobSize
  pickup: EstimateInput['pickup']
  dropoff: EstimateInput['dropoff']
  photoNames: string[]
}

/**
 * Starts a job in the app: priced like a partner's job, by the default tariff, and owned by no key (spec 2.1). A
 * repeated request finds the same job.
 *
 * @throws Problem as `quote`; `wrong_state` (409) when the id was used for another job, `validation_error` on
 *   `photo_ids`, `rate_limit_exceeded`.
 */
export async function startInApp(needs: StartNeeds, input: StartInput): Promise<void> {
  if (await isStarted(needs.kysely, input)) return
  await refuseTooManyDrafts(needs.kysely, input.customerId)
  if (new Set(input.photoNames).size < input.photoNames.length) throw unusableUpload('photo_ids')
  await needs.countLookUp('price', { accountId: input.customerId })
  const quoted = await quote(needs, input, null)
  const { jobId, customerId, phone, title, description, size, photoNames } = input
  const outcome = await insertAppDraft(needs.kysely, {
    ...quoted,
    id: jobId,
    mode: 'live',
    customerId,
    customerPhone: phone,
    title,
    description,
    notes: null,
    size,
    photoNames,
    lifetimeSeconds: needs.lifetimeSeconds,
    collectHours: needs.collectHours,
    tripFeeCents: needs.tripFees[size],
    reason: 'started in the app',
  })
  if (outcome === 'written') return
  // Checked also when photos are unusable: a concurrent identical request may have just used them.
  if (await isStarted(needs.kysely, input)) return
  throw notStarted[outcome]
}

/** Whether an earlier request made the job. @throws Problem when the id belongs to any other job. */
async function isStarted(kysely: Kysely<Tables>, input: StartInput): Promise<boolean> {
  const job = await kysely
    .selectFrom('job')
    .select(['customer_id', 'origin', 'title', 'description', 'size', 'pickup', 'dropoff'])
    .where('id', '=', input.jobId)
    .executeTakeFirst()
  if (!job) return false
  const { customerId, title, description, size } = input
  const asked = [customerId, 'app', title, description, size, given(input.pickup), given(input.dropoff)]
  const there = [
    job.customer_id,
    job.origin,
    job.title,
    job.description,
    job.size,
    kept(job.pickup),
    kept(job.dropoff),
  ]
  if (!isDeepStrictEqual(asked, there)) throw idTaken
  return true
}

const given = ({ address, floor, has_elevator }: EstimateInput['pickup']) => [
  address,
  floor ?? null,
  has_elevator ?? null,
]

const kept = ({ address, floor, hasElevator }: Stop) => [address, floor, hasElevator]

export const idTaken = new Problem('wrong_state', (t) => t.jobs.idTaken)

/**
 * Why an insert failed although the job does not exist. `id_taken`: the job with this id has just been deleted, so a
 * retry succeeds.
 */
export const notStarted: Record<Exclude<AppDraftOutcome, 'written'>, Problem> = {
  id_taken: new Problem('service_unavailable', (t) => t.requests.busy, { retryAfterSeconds: 1 }),
  photos_unusable: unusableUpload('photo_ids'),
  too_many: tooManyDrafts,
}
