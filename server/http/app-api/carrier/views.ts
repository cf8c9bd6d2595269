import type { CarrierJob } from '#contract/app/job.ts'
import { deadlineOf } from '../../../jobs/collection.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import type { CarriersJob } from '../../../jobs/queries/read-carrier-job.ts'
import { presentCore, presentGiven, presentPhotos, presentPlace, presentStop } from '../job-view.ts'

/** A job as its carrier sees it: addresses, notes and phone only while they are needed (DESIGN 3, Life). */
export function presentCarrierJob(read: CarriersJob, links: LinkSettings): CarrierJob {
  const { job, knowsDoors, customer } = read
  const shown = knowsDoors ? presentStop : presentPlace
  return {
    ...presentCore(job),
    ...presentPhotos(read.photos, links),
    ...presentGiven(job, read.given),
    notes: knowsDoors ? job.notes : null,
    pickup: shown(job.pickup),
    dropoff: shown(job.dropoff),
    earns_cents: job.price.helperCents,
    compensation_cents: read.compensationCents,
    paid_out: read.paidOut,
    collect_by: deadlineOf(job)?.toISOString() ?? null,
    strike: job.carrier_fault !== null && read.hasStrike,
    earliest_delivery_at: read.earliestDeliveryAt?.toISOString() ?? null,
    payment_waits: read.paymentWaits,
    customer: {
      name: customer.name,
      phone: knowsDoors ? job.customer_phone : null,
      rating: customer.rating,
    },
  }
}
