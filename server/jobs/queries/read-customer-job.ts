import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { JobSize } from '#contract/vocabulary.ts'
import { shownPhotoIdSql } from '../../accounts/carrier-photos/customers-photo.ts'
import { type RatingSummary, ratingsOf, unrated } from '../../accounts/carriers/read-carrier.ts'
import type { Tables } from '../../db/tables.ts'
import type { CancellationTerms } from '../cancellation.ts'
import { successorIdSql } from '../chain.ts'
import { isKnownToOther, seesCarrier } from '../contact-time.ts'
import { readThreads, type Threads } from '../conversation/read-threads.ts'
import { type CustomersDoubts, readCustomersDoubts } from '../doubts/read-doubts.ts'
import { mayReport } from '../doubts/report-problem.ts'
import { readTripReport, type SeenTripReport } from '../doubts/trip-report.ts'
import { isAlive } from '../is-alive.ts'
import { noPayment, type PaymentView } from '../money/payment-view.ts'
import { readPayments } from '../money/read-payments.ts'
import { readTerms } from '../money/read-terms.ts'
import { readDeliveryCode } from '../proof/asked-proof.ts'
import { type Proof, readProofs } from '../proof/read-proofs.ts'
import { type JobPhotos, noPhotos, readPhotos } from '../read-photos.ts'
import { unknownJob } from '../refusals.ts'
import type { JobRow } from '../transition.ts'
import { readWay, type Way } from '../way/read-way.ts'
import { type JobTime, readTime } from '../windows/read-time.ts'

export type ReadNeeds = { pool: pg.Pool; kysely: Kysely<Tables> }

export type GivenRating = { stars: number; comment: string | null }

/** Everything the customer of a job may see. */
export type CustomersJob = CustomersDoubts & {
  job: JobRow
  companyName: string | null
  /** The job as which it goes on (decision 65). */
  successorId: string | null
  photos: JobPhotos
  payment: PaymentView
  terms: CancellationTerms
  carrier: Carrier | null
  mayReport: boolean
  /** The last report of the present carrier. */
  tripReport: SeenTripReport | null
  given: GivenRating | null
  proofs: Proof[]
  /** What the customer tells the carrier at the delivery. */
  deliveryCode: string | null
  time: JobTime
  way: Way | null
  threads: Threads
}

type Carrier = {
  name: string | null
  phone: string | null
  vehicle: string
  vehicleSize: JobSize
  /** As typed; like both photos, only while the customer may see who comes. */
  plate: string | null
  portraitId: string | null
  vehiclePhotoId: string | null
  rating: RatingSummary
}

/** @throws Problem `not_found` (404), identical for unknown jobs, expired jobs and jobs of another account. */
export async function readCustomersJob(
  { pool, kysely }: ReadNeeds,
  { jobId, customerId }: { jobId: string; customerId: string },
): Promise<CustomersJob> {
  const found = await findRow(kysely, { jobId, customerId })
  if (!found) throw unknownJob
  const { company_name, successorId, name, phone, stars, comment, now, ...rest } = found
  const { vehicle, vehicle_size, plate, portraitId, vehiclePhotoId, ...job } = rest
  const recognised = { plate, portraitId, vehiclePhotoId }
  const { carrier_id: carrierId } = job
  const [photos, payments, doubts, tripReport, time, way, threads, proofs, deliveryCode, ratings] =
    await Promise.all([
      readPhotos(kysely, [jobId]),
      readPayments(kysely, [jobId]),
      readCustomersDoubts(kysely, jobId),
      readTripReport(kysely, job),
      readTime(kysely, job, 'customer'),
      readWay(kysely, job),
      readThreads(kysely, { ...job, now }, 'customer'),
      readProofs(kysely, job),
      readDeliveryCode(kysely, jobId),
      carrierId ? ratingsOf(pool, { accountIds: [carrierId], by: 'customer' }) : null,
    ])
  // The hold is shown with the successor; a refused attempt before it would read as the end of this job's payment.
  const payment = successorId ? noPayment : (payments.get(jobId) ?? noPayment)
  return {
    job,
    companyName: company_name,
    successorId,
    photos: photos.get(jobId) ?? noPhotos(),
    payment,
    ...doubts,
    tripReport,
    time,
    way,
    threads,
    proofs,
    deliveryCode,
    mayReport: mayReport(job, now),
    terms: await readTerms(kysely, { ...job, now }, payment),
    carrier:
      carrierId && vehicle !== null && vehicle_size !== null
        ? {
            name,
            phone: isKnownToOther(job, now) ? phone : null,
            vehicle,
            vehicleSize: vehicle_size,
            ...(seesCarrier(job, now) ? recognised : unrecognised),
            rating: ratings?.get(carrierId) ?? unrated,
          }
        : null,
    given: stars === null ? null : { stars, comment },
  }
}

const unrecognised = { plate: null, portraitId: null, vehiclePhotoId: null }

const findRow = (kysely: Kysely<Tables>, { jobId, customerId }: { jobId: string; customerId: string }) =>
  kysely
    .selectFrom('job')
    .leftJoin('api_key', 'api_key.id', 'job.key_id')
    .leftJoin('partner', 'partner.id', 'api_key.partner_id')
    .leftJoin('carrier', 'carrier.account_id', 'job.carrier_id')
    .leftJoin('account', 'account.id', 'job.carrier_id')
    .leftJoin('rating', (join) =>
      join.onRef('rating.job_id', '=', 'job.id').on('rating.by_role', '=', 'customer'),
    )
    .selectAll('job')
    .select(['partner.company_name', 'account.name', 'account.phone'])
    .select([shownPhotoIdSql('portrait').as('portraitId'), shownPhotoIdSql('vehicle').as('vehiclePhotoId')])
    .select(['carrier.vehicle', 'carrier.vehicle_size', 'carrier.plate', 'rating.stars', 'rating.comment'])
    .select([sql<Date>`now()`.as('now'), sql<string | null>`${sql.raw(successorIdSql)}`.as('successorId')])
    .where('job.id', '=', jobId)
    .where('job.customer_id', '=', customerId)
    .where(isAlive)
    .executeTakeFirst()
