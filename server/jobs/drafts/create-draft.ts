import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { JobInput } from '#contract/partner.ts'
import type { SmsStatus } from '#contract/vocabulary.ts'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import type { Tables } from '../../db/tables.ts'
import type { PartnerKey } from '../../keys/verify.ts'
import { newId, randomAlphanumeric } from '../../lib/ids.ts'
import { type Details, Problem } from '../../lib/problem.ts'
import type { IngestPhotos } from '../../photos/ingest.ts'
import { faultText } from '../../photos/photo-fault.ts'
import type { NewSms } from '../../sms/store.ts'
import type { Draft, NewJob, Quote, TripFees } from '../job.ts'
import type { WriteDraft } from './draft-writer.ts'
import { findDraft } from './find-draft.ts'
import { claimKey, type ReleaseClaim, type Replay, recordAnswer, requestHash } from './idempotency.ts'
import type { Inserted } from './insert-drafts.ts'
import { type QuoteNeeds, quote } from './quote.ts'
import { DuplicateReference, findReferenceHolder, lostToAnother } from './reference.ts'
import type { SendDraftSms } from './send-draft-sms.ts'

export type CreateNeeds = QuoteNeeds & {
  pool: pg.Pool
  kysely: Kysely<Tables>
  photos: {
    ingest: IngestPhotos
    /** Never throws: a photo that cannot be deleted now is left to the collector. */
    discard: (names: string[]) => Promise<void>
  }
  texter: SendDraftSms
  writeDraft: WriteDraft
  releaseClaim: ReleaseClaim
  /** Whether addresses or routes need requests to another host. */
  asksOtherHosts: boolean
  lifetimeSeconds: number
  collectHours: number
  tripFees: TripFees
  /** Aborted at a shutdown that can no longer wait for photos. */
  stopSignal: AbortSignal
}

/** `world`: a world of a test key; null for the default one. */
export type Order = { key: PartnerKey; input: JobInput; idempotencyKey: string | null; world: string | null }

export type Created = { draft: Draft; sms: SmsStatus; replayed: boolean }

/**
 * Spec 4.2: locate, price, photos, draft, SMS. Photos are the last check, because they cost the most. After an error no
 * job, SMS or photo remains, and the reference and the idempotency key stay free.
 *
 * @throws DuplicateReference (400, with a different body); Problem as `quote`, `validation_error` (400) on `photos[i]`,
 *   `service_unavailable` (503) during a shutdown, and the errors of `claimKey`.
 */
export async function createDraft(needs: CreateNeeds, order: Order): Promise<Created> {
  if (order.idempotencyKey === null) return create(needs, order, null)
  const { keyId } = order.key
  // A key has no space, so a world's name can precede it: keys are compared within a world.
  const idempotencyKey =
    order.world === null ? order.idempotencyKey : `${order.world} ${order.idempotencyKey}`
  const hash = requestHash(order.input)
  const claim = await claimKey(needs.pool, { keyId, idempotencyKey, hash }, needs.releaseClaim)
  if ('replayOf' in claim) return replay(needs, claim)
  try {
    const created = await create(needs, order, claim.claimId)
    // The draft is committed even if this fails; a replay then reads the status of the SMS row.
    await recordAnswer(needs.pool, { claimId: claim.claimId, sms: created.sms }).catch(() => {})
    return created
  } catch (error) {
    const released = needs.releaseClaim(claim.claimId)
    // If the database has just timed out, the caller avoids a second timeout.
    if (!isDatabaseUnavailable(error)) await released
    throw error
  }
}

async function create(needs: CreateNeeds, order: Order, claimId: string | null): Promise<Created> {
  const job = newJob(needs, order, await quoteUnlessTaken(needs, order))
  const sms = needs.texter.compose(job, order.key)
  const photoNames = await ingest(needs, order)
  return write(needs, { order, job, sms, photoNames, claimId })
}

/**
 * Refuses a taken reference before any outside request (DESIGN 3, Create). If no outside request follows, the insert
 * finds the duplicate, so the query is skipped. A refused trip is reported only if the reference is free.
 */
async function quoteUnlessTaken(needs: CreateNeeds, order: Order): Promise<Quote> {
  const { input, key } = order
  if (needs.asksOtherHosts || input.photos?.length) await refuseDuplicate(needs, order)
  return quote(needs, input, key.partnerId).catch(async (error: unknown) => {
    if (!isDatabaseUnavailable(error)) await refuseDuplicate(needs, order)
    throw error
  })
}

type Ready = { order: Order; job: NewJob; sms: NewSms; photoNames: string[]; claimId: string | null }

/**
 * Deletes the photos when no row was written: the draft was refused, or its statement was not sent (a Problem). After
 * any other error the photos stay, because the statement may have been committed; if not, the collector deletes them.
 */
async function write(needs: CreateNeeds, ready: Ready): Promise<Created> {
  const { job, sms, photoNames } = ready
  const written = await insertDraft(needs, ready).catch(async (error: unknown) => {
    if (error instanceof Problem || error instanceof DuplicateReference)
      await needs.photos.discard(photoNames)
    throw error
  })
  const outcome = await needs.texter.send(sms)
  const { id, shortId, externalReference, customerPhone, price } = job
  const draft = { id, shortId, externalReference, customerPhone, price, photoNames, ...written }
  return { draft, sms: outcome, replayed: false }
}

async function insertDraft(
  needs: CreateNeeds,
  { order, job, sms, photoNames, claimId }: Ready,
): Promise<Inserted> {
  const draft = { job, sms, photoNames, lifetimeSeconds: needs.lifetimeSeconds, claimId }
  // If an expired draft had the reference, the look-up frees it; a concurrent create may take it first.
  for (let tries = 0; tries < 2; tries++) {
    const inserted = await needs.writeDraft(draft)
    if (inserted) return inserted
    await refuseDuplicate(needs, order)
  }
  throw lostToAnother()
}

async function refuseDuplicate({ pool }: CreateNeeds, { key, input, world }: Order): Promise<void> {
  const reference = input.external_reference
  if (reference === null || reference === undefined) return
  const holder = await findReferenceHolder(pool, { keyId: key.keyId, reference, world })
  if (holder) throw new DuplicateReference(holder)
}

async function ingest({ photos, stopSignal }: CreateNeeds, { input, key }: Order): Promise<string[]> {
  const urls = input.photos ?? []
  if (urls.length === 0) return []
  const result = await photos.ingest(urls, stopSignal, key.partnerId).catch((error: unknown) => {
    throw error === stopSignal.reason ? stopping() : error
  })
  if (result.ok) return result.photos.map(({ name }) => name)
  const details: Details = {}
  for (const { index, fault } of result.faults) details[`photos[${index}]`] = faultText(fault)
  throw new Problem('validation_error', (t) => t.partners.photosUnusable, { details })
}

async function replay({ kysely }: CreateNeeds, { replayOf, sms, smsSent }: Replay): Promise<Created> {
  const found = await findDraft(kysely, replayOf)
  // Only when the draft expired between the claim and this read; the next request creates a new draft.
  if (!found) throw lostToAnother()
  // A server of the previous version stored only that the SMS was not sent.
  const late = smsSent === false && found.sms === 'sent' ? 'retrying' : found.sms
  return { draft: found.draft, sms: sms ?? late, replayed: true }
}

function newJob(
  { collectHours, tripFees }: CreateNeeds,
  { key, input, world }: Order,
  quoted: Quote,
): NewJob {
  return {
    ...quoted,
    id: newId(),
    // 83 random bits. The link is not a credential, but a draft must not be found by guessing.
    shortId: randomAlphanumeric(14),
    keyId: key.keyId,
    mode: key.mode,
    origin: 'partner',
    customerId: null,
    externalReference: input.external_reference ?? null,
    world,
    title: input.title,
    description: input.description ?? null,
    notes: null,
    size: input.size,
    customerPhone: input.customer_phone,
    collectHours,
    tripFeeCents: tripFees[input.size],
  }
}

const stopping = () =>
  new Problem('service_unavailable', (t) => t.partners.restarting, { retryAfterSeconds: 2 })
