import type { JobSize, JobStatus, KeyMode } from '#contract/vocabulary.ts'
import type { Route, Stop } from '../db/json-columns.ts'
import type { Price } from '../pricing/price.ts'

export type { Route, Stop } from '../db/json-columns.ts'

/** Stops, distance, duration and price: identical for an estimate and its job. */
export type Quote = {
  pickup: Stop
  dropoff: Stop
  route: Route
  price: Price
  durationMinutes: number
  tariffId: string
}

/** A draft as its create returned it. */
export type Draft = {
  id: string
  shortId: string
  externalReference: string | null
  customerPhone: string
  price: Price
  photoNames: string[]
  createdAt: Date
  expiresAt: Date
}

/** The fields of a job that a partner may read. */
export type JobState = {
  id: string
  keyId: string | null
  externalReference: string | null
  status: JobStatus
  createdAt: Date
  updatedAt: Date
}

/** A draft to write (`draft-columns.ts`). A draft from the app has no key and no reference. */
export type NewJob = Quote & {
  id: string
  shortId: string
  keyId: string | null
  mode: KeyMode
  origin: 'partner' | 'app'
  customerId: string | null
  externalReference: string | null
  /** The world of a test job (`db/worlds.ts`); null for the default world and for live jobs. */
  world: string | null
  title: string
  description: string | null
  notes: string | null
  size: JobSize
  customerPhone: string
  /** Hours after the acceptance in which the carrier must collect. */
  collectHours: number
  /** The customer's fee for a wasted trip that is the customer's fault. */
  tripFeeCents: number
}

/** By size, in cents, as the operator has set them; 0 for no fee. */
export type TripFees = Record<JobSize, number>

/**
 * The town, not the address: safe for an SMS that others may read on the phone, and for carriers who browse the feed.
 */
export const placeName = ({ locality, postcode }: Pick<Stop, 'locality' | 'postcode'>): string =>
  locality ?? postcode ?? ''
