import type { CustomerJob } from '#contract/app/job.ts'
import type { Stop } from '../../../jobs/job.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import type { PaymentView } from '../../../jobs/money/hold.ts'
import type { CustomersJob } from '../../../jobs/read-customer-job.ts'
import type { Price } from '../../../pricing/price.ts'
import { presentCore, presentGiven, presentPhotos, presentPrice, presentStop } from '../job-view.ts'

/** A job as its customer sees it. */
export function presentCustomerJob(read: CustomersJob, links: LinkSettings): CustomerJob {
  const { job, photos, payment, terms, carrier, given } = read
  return {
    ...presentCore(job),
    ...presentPhotos(photos, links),
    ...presentGiven(job, given),
    notes: job.notes,
    pickup: presentStop(job.pickup as Stop),
    dropoff: presentStop(job.dropoff as Stop),
    origin: job.origin,
    company_name: read.companyName,
    price: presentPrice(job.price as Price),
    created_at: job.created_at.toISOString(),
    expires_at: job.expires_at.toISOString(),
    hidden: job.status === 'posted' && job.hidden_at !== null,
    payment: presentPayment(payment),
    cancellation: {
      allowed: terms.allowed,
      fee_cents: terms.feeCents,
      free_until: terms.freeUntil?.toISOString() ?? null,
      refusal: terms.refusal,
    },
    carrier: carrier && {
      name: carrier.name,
      phone: carrier.phone,
      rating: carrier.rating,
      vehicle: carrier.vehicle,
      vehicle_size: carrier.vehicleSize,
    },
  }
}

const presentPayment = (payment: PaymentView): CustomerJob['payment'] => ({
  state: payment.state,
  payment_id: payment.paymentId,
  source: payment.source,
  last_four: payment.lastFour,
  action_url: payment.actionUrl,
  refusal: payment.refusal,
  charged_cents: payment.chargedCents,
})
