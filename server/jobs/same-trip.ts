import type { JobRow } from './transition.ts'

/** The parts of a job that a new job for the same goods and trip has too, for `NewJob`. */
export const sameTrip = (job: JobRow) => ({
  mode: job.mode,
  title: job.title,
  description: job.description,
  notes: job.notes,
  size: job.size,
  pickup: job.pickup,
  dropoff: job.dropoff,
  route: job.route,
  durationMinutes: job.duration_minutes,
  tariffId: job.tariff_id,
  price: job.price,
})
