import { Problem, type Text } from '../lib/problem.ts'
import type { JobRow } from './transition.ts'

type Happened = Pick<JobRow, 'status' | 'cancelled_by' | 'collected_at' | 'delivered_at'>

/**
 * One error for jobs that do not exist, belong to another account or have expired, so that the response does not
 * reveal which.
 */
export const unknownJob = new Problem('not_found', {
  en: 'There is no such job; it may have expired.',
  es: 'No existe ese encargo; puede que haya caducado.',
})

/** The act does not fit the job's state; the message names the present state, which the caller did not know. */
export const wrongState = (job: Happened): Problem => new Problem('wrong_state', whatHappened(job))

function whatHappened(job: Happened): Text {
  if (job.status === 'cancelled') return cancelledTexts[job.cancelled_by ?? 'system']
  if (job.status === 'accepted' && job.delivered_at) return texts.delivered
  if (job.status === 'accepted' && job.collected_at) return texts.collected
  return texts[job.status]
}

const texts = {
  draft: {
    en: 'This job has not been published yet.',
    es: 'Este encargo todavía no se ha publicado.',
  },
  posted: {
    en: 'This job is published, and no carrier has accepted it yet.',
    es: 'Este encargo está publicado y ningún transportista lo ha aceptado todavía.',
  },
  accepted: {
    en: 'A carrier has accepted this job and is on the way.',
    es: 'Un transportista ha aceptado este encargo y está en camino.',
  },
  collected: {
    en: 'The carrier has already collected this job.',
    es: 'El transportista ya ha recogido este encargo.',
  },
  delivered: {
    en: 'This job has been delivered; the payment is being completed.',
    es: 'Este encargo ya se ha entregado; se está completando el pago.',
  },
  completed: {
    en: 'This job is completed.',
    es: 'Este encargo está completado.',
  },
}

const cancelledTexts = {
  customer: { en: 'The customer cancelled this job.', es: 'El cliente canceló este encargo.' },
  carrier: { en: 'The carrier gave this job back.', es: 'El transportista renunció a este encargo.' },
  staff: { en: 'Our staff cancelled this job.', es: 'Nuestro equipo canceló este encargo.' },
  system: {
    en: 'This job was cancelled because its payment could not be kept.',
    es: 'Este encargo se canceló porque no se pudo mantener su pago.',
  },
}

export const alreadyTaken = new Problem('already_taken', {
  en: 'Another carrier was faster; this job is taken.',
  es: 'Otro transportista se ha adelantado; este encargo ya no está libre.',
})
