/**
 * The responses that the document of the sandbox shows. `test/spec/sandbox-samples.test.ts` compares them with a
 * running server.
 */

import type { StepType } from './step.ts'

const jobId = '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803'
const phone = '+447700900000'

/** An instant of the sample, some seconds after the creation of the job. */
const at = (seconds: number): string => new Date(Date.UTC(2026, 2, 2, 9, 30, seconds)).toISOString()

type Told = { actor: string; type: StepType; what: string; status: string; amount_eur?: number }

const step = (after_seconds: number, { actor, type, what, status, amount_eur }: Told) => ({
  at: at(after_seconds),
  after_seconds,
  job_id: jobId,
  actor,
  type,
  what,
  amount_eur: amount_eur ?? null,
  status,
})

const created: Told = { actor: 'partner', type: 'created', what: 'created', status: 'draft' }
const texted: Told = { actor: 'system', type: 'sms_sent', what: 'draft text sent', status: 'draft' }
const opened: Told = { actor: 'customer', type: 'link_opened', what: 'opened the link', status: 'draft' }
const signedIn: Told = { actor: 'customer', type: 'signed_in', what: 'signed in', status: 'draft' }

const amount_eur = 288.26
const paid: Told[] = [
  { actor: 'customer', type: 'card_added', what: 'added a card', status: 'draft' },
  { actor: 'customer', type: 'payment_started', what: 'pays by card', status: 'draft', amount_eur },
  { actor: 'system', type: 'published', what: 'the total is held', status: 'posted', amount_eur },
  { actor: 'system', type: 'hold_done', what: 'hold done', status: 'posted', amount_eur },
]

export const storiesAnswer = {
  stories: [
    {
      name: 'by_hand',
      phone,
      ends: 'as_you_leave_it',
      tells: 'Nothing happens by itself: you move the job with the moves.',
    },
  ],
}

const endOfDraft = {
  at: '2026-03-04T09:30:00.000Z',
  job_id: jobId,
  type: 'draft_expired',
  what: 'the draft expires',
}

export const clockAnswer = {
  world: null,
  now: at(0),
  ahead_seconds: 0,
  next: endOfDraft,
  worlds: ['checkout-tests'],
}

export const clockMovedAnswer = {
  world: null,
  now: at(5),
  ahead_seconds: 4.2,
  next: { at: at(8), job_id: jobId, type: 'signed_in', what: 'the customer signs in' },
  steps: [step(5, opened)],
  remaining_seconds: 0,
}

/** The `details` of error responses. */
export const clockRefusals = {
  noTarget: { body: 'send exactly one of `advance_seconds` and `to`' },
  badTarget: {
    to: 'must be `next`, `end`, or an instant that is later than `now` and at most 30 days ahead',
  },
  onlyToEnd: { job_id: 'can be sent only with `to` as `end`' },
}

export const moveRefusals = {
  unknownMove: {
    do: 'must be one of open, sign_in, pay, publish, wish_time, confirm, refuse_confirmation, accept, agree_time, move_time, collect, drive, deliver, give_back, report_trip, answer_trip, cancel, rate, tip',
  },
  badStars: { stars: 'must be 5 or less' },
}

const byHand = {
  job_id: jobId,
  world: null,
  external_reference: 'order-1001',
  status: 'draft',
  story: 'by_hand',
  created_at: at(0),
}

/** A job moved by hand, after `sign_in`. */
export const signedInAnswer = {
  ...byHand,
  timeline: [step(0, created), step(0, texted), step(2, opened), step(2, signedIn)],
  moves: ['pay', 'wish_time'],
  next: endOfDraft,
}

/** The same job, after the moves `pay`, `publish` and `accept`. */
export const acceptedAnswer = {
  ...byHand,
  status: 'accepted',
  timeline: [
    step(0, created),
    step(0, texted),
    step(2, opened),
    step(2, signedIn),
    ...paid.map((told) => step(4, told)),
    step(5, { actor: 'carrier', type: 'accepted', what: 'accepted', status: 'accepted' }),
  ],
  moves: ['agree_time', 'collect', 'deliver', 'give_back', 'report_trip', 'cancel'],
  next: null,
}

export const jobsAnswer = {
  jobs: [{ ...byHand, title: 'Three-seat sofa', status: 'accepted' }],
  next: null,
}

const link = 'https://dray.example/draft/7Kq2mVx9Tb4LdR?phone=%2B447700900000'

export const textsAnswer = {
  sms: [
    {
      job_id: jobId,
      to: phone,
      kind: 'code',
      body: 'Dray: 994629 is your sign-in code. It expires in 10 minutes. Do not share it with anyone.\n\n@dray.example #994629',
      link: null,
      code: '994629',
      status: 'sent',
      created_at: at(2),
    },
    {
      job_id: jobId,
      to: phone,
      kind: 'draft',
      body: `Sample Partner: your delivery is ready. Three-seat sofa, from Madrid to Zaragoza. Total €288.26. Review and confirm: ${link} No app needed.`,
      link,
      code: null,
      status: 'sent',
      created_at: at(0),
    },
  ],
}

export const windowAnswer = { limit: 100, remaining: 0 }

export const priceAnswer = {
  base_price_eur: 39.3,
  platform_fee_eur: 5.9,
  total_customer_pays_eur: 45.2,
  helper_receives_eur: 39.3,
  calculation_breakdown: {
    base_by_size: 25,
    distance_km: 12,
    distance_charge_eur: 6.3,
    stairs_charge_eur: 8,
    service_modifier: 0,
    urgency_modifier: 0,
  },
  steps: {
    distance: [{ from_km: 5, to_km: 12, km: 7, eur_per_km: 0.9, eur: 6.3 }],
    stairs: { floors: 2, eur_per_floor: 4 },
    is_minimum_fee: false,
  },
  tariff: {
    base_by_size_eur: { S: 15, M: 25, L: 40, XL: 60 },
    included_km: 5,
    distance_tiers: [
      { up_to_km: 50, eur_per_km: 0.9 },
      { up_to_km: 200, eur_per_km: 0.7 },
      { up_to_km: null, eur_per_km: 0.55 },
    ],
    stairs_eur_per_floor: { S: 2, M: 4, L: 6, XL: 10 },
    fee_percent: 15,
    minimum_fee_eur: 3,
    commission_percent: 0,
  },
}

export const textPreviewAnswer = {
  body: 'Sample Partner: your delivery is ready. Three-seat sofa, from Madrid to Zaragoza. Total €45.20. Review and confirm: https://dray.example/draft/aB3dE5gH7jK9mN?phone=%2B34612345678 No app needed.',
  segments: 2,
  saved_segments: 0,
  characters: 193,
  encoding: 'gsm',
}
