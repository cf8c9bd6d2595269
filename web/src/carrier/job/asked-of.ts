import type { CarrierJob } from '#contract/app/job.ts'

/** What is asked of the carrier. A job that an earlier version of the app has saved for offline use does not say it. */
export const askedOf = (job: CarrierJob): CarrierJob['asked_proof'] =>
  job.asked_proof ?? { collection_photo: 'asked', delivery_photo: 'asked', code: false, code_tries: 0 }
