import type { Kysely } from 'kysely'
import type pg from 'pg'
import { minTipCents } from '#contract/app/tips.ts'
import type { TripReportKind } from '#contract/reports.ts'
import type { CardOutcome, Move } from '#contract/sandbox/moves.ts'
import { writeOpenedLinks } from '../activity/write-activity.ts'
import type { Tables } from '../db/tables.ts'
import { acceptJob } from '../jobs/actions/accept-job.ts'
import { cancelMyJob } from '../jobs/actions/cancel-my-job.ts'
import { collectJob } from '../jobs/actions/collect-job.ts'
import { deliverJob } from '../jobs/actions/deliver-job.ts'
import { giveBackJob } from '../jobs/actions/give-back-job.ts'
import { publish } from '../jobs/actions/publish.ts'
import { rate } from '../jobs/actions/rate.ts'
import { answerTripReport } from '../jobs/doubts/answer-trip-report.ts'
import { reportTrip } from '../jobs/doubts/report-trip.ts'
import { claimDraft } from '../jobs/drafts/claim-draft.ts'
import { lockCustomersJob } from '../jobs/find-job.ts'
import { giveTip } from '../jobs/money/give-tip.ts'
import { readTerms } from '../jobs/money/read-terms.ts'
import { readTips } from '../jobs/money/read-tips.ts'
import { type ProofSettings, readDeliveryCode } from '../jobs/proof/asked-proof.ts'
import { newId } from '../lib/ids.ts'
import { type EffectNeeds, recheckAuthorization } from '../payments/effects/run.ts'
import { readPayment } from '../payments/payment.ts'
import { insertSms } from '../sms/store.ts'
import { agreeTime, moveTime, wishTime } from './agree-time.ts'
import { chance } from './chance.ts'
import { drive } from './drive.ts'
import type { JobFacts } from './job-facts.ts'
import { languageOf } from './language-of.ts'
import { type ProveNeeds, prove } from './prove.ts'
import { lastCard, makeCarrier, makeCustomer, saveCard } from './robots.ts'
import { type SignInTextNeeds, signInText } from './sign-in-text.ts'
import type { World } from './world.ts'

export type ActNeeds = EffectNeeds &
  SignInTextNeeds & {
    pool: pg.Pool
    baseUrl: string
    maxOpenJobs: number
    doubtHours: number
    proof: ProofSettings
    photos: ProveNeeds['photos']
  }

export type Act = {
  move: Move
  card?: CardOutcome | undefined
  by?: 'customer' | 'carrier' | undefined
  stars?: number | undefined
  /** Why the carrier cannot collect. */
  reason?: TripReportKind | undefined
  /** Whether the customer agrees with the report of the carrier. */
  agrees?: boolean | undefined
  /** How much of the way is behind the carrier. */
  wayPercent?: number | undefined
}

type Acting = { needs: ActNeeds; world: World; job: JobFacts; input: Act }

/**
 * Runs an act of a person of the world with the function that the app calls. The caller holds the lease of the world
 * and has checked that the act is possible (`moves.ts`).
 *
 * @throws Problem as the function of the app, when the job changed meanwhile.
 */
export const act = (needs: ActNeeds, world: World, job: JobFacts, input: Act): Promise<void> =>
  acts[input.move]({ needs, world, job, input })

const acts: Record<Move, (acting: Acting) => Promise<void>> = {
  open: ({ needs, job }) => writeOpenedLinks(needs.pool, [job.shortId]),
  async sign_in({ needs, world, job }) {
    const phone = job.customerPhone ?? ''
    const language = await languageOf(needs, world, phone)
    const accountId = await makeCustomer(needs, world, { job, language })
    const opener = { shortId: job.shortId, accountId, phone }
    await needs.kysely.transaction().execute(async (trx) => {
      await claimDraft({ kysely: trx }, opener)
      await insertSms(trx, signInText(needs, world, { job, language }))
    })
  },
  async pay({ needs, job, input }) {
    await saveCard(needs, { accountId: customerOf(job), outcome: input.card ?? 'success' })
  },
  async publish({ needs, job, input }) {
    const accountId = customerOf(job)
    const methodId = input.card
      ? await saveCard(needs, { accountId, outcome: input.card })
      : await lastCard(needs, accountId)
    const { jobId } = job
    await publish(needs, { accountId, jobId, paymentId: newId(), source: 'card', methodId, returnPath: null })
  },
  wish_time: ({ needs, job: { jobId }, job }) =>
    wishTime(needs.kysely, { jobId, customerId: customerOf(job) }),
  confirm: (acting) => answerBank(acting, true),
  refuse_confirmation: (acting) => answerBank(acting, false),
  async accept({ needs, world, job }) {
    // A robot has no stored portrait, so none is required of it.
    const accepting = { ...needs, profileRule: 'off' as const }
    await acceptJob(accepting, { jobId: job.jobId, carrierId: await makeCarrier(needs, world, job) })
  },
  agree_time: ({ needs, job }) => agreeTime(needs.kysely, sidesOf(job)),
  move_time: ({ needs, job }) => moveTime(needs.kysely, sidesOf(job)),
  async collect({ needs, job: { jobId }, job }) {
    const who = { jobId, carrierId: carrierOf(job) }
    await collectJob(needs, { ...who, proof: await prove(needs, { ...who, step: 'collection' }) })
  },
  drive: ({ needs, job, input: { wayPercent = 100 } }) =>
    drive(needs.kysely, { jobId: job.jobId, carrierId: carrierOf(job) }, wayPercent),
  async deliver({ needs, job: { jobId }, job }) {
    const who = { jobId, carrierId: carrierOf(job) }
    await deliverJob(needs, {
      ...who,
      proof: await prove(needs, { ...who, step: 'delivery' }),
      reason: null,
      code: await readDeliveryCode(needs.kysely, jobId),
      isWithoutCode: false,
    })
  },
  give_back: ({ needs, job }) =>
    giveBackJob(needs, { jobId: job.jobId, carrierId: carrierOf(job), reason: null }),
  async report_trip({ needs, job, input: { reason = 'wrong_address' } }) {
    const { pickup, waitedSince } = await readArrival(needs.kysely, job.jobId)
    await reportTrip(needs, {
      jobId: job.jobId,
      carrierId: carrierOf(job),
      reportId: newId(),
      kind: reason,
      arrivedAt: waitedSince,
      hasCalled: true,
      position: pickup,
      photoName: null,
      text: null,
    })
  },
  answer_trip: ({ needs, job, input: { agrees = true } }) =>
    answerTripReport(needs, {
      jobId: job.jobId,
      customerId: customerOf(job),
      reportId: job.tripReportId ?? '',
      agrees,
      text: null,
    }),
  async cancel({ needs, job: { jobId }, job }) {
    const customerId = customerOf(job)
    await cancelMyJob(needs, {
      jobId,
      customerId,
      feeCents: await feeOf(needs.kysely, { jobId, customerId }),
    })
  },
  async rate({ needs, world, job, input: { by, stars } }) {
    const roles = by ? [by] : (['customer', 'carrier'] as const)
    for (const byRole of roles) {
      const accountId = byRole === 'customer' ? customerOf(job) : carrierOf(job)
      const given = stars ?? 4 + chance(2, world.seed, byRole, job.externalReference ?? '')
      if (byRole === 'customer' ? job.isRatedByCustomer : job.isRatedByCarrier) continue
      await rate(needs, { jobId: job.jobId, accountId, byRole, stars: given, comment: null })
    }
  },
  tip: (acting) => tip(acting),
}

/** The customer gives the middle one of the suggestions, on the card that paid. */
async function tip({ needs, job }: Acting): Promise<void> {
  const which = { jobId: job.jobId, customerId: customerOf(job) }
  const { suggestedCents, card } = await readTips(needs, which)
  const amountCents = suggestedCents[1] ?? suggestedCents[0] ?? minTipCents
  await giveTip(needs, { ...which, paymentId: newId(), amountCents, methodId: card?.id ?? '' })
}

const customerOf = ({ customerId }: JobFacts): string => customerId ?? ''
const carrierOf = ({ carrierId }: JobFacts): string => carrierId ?? ''

const sidesOf = (job: JobFacts) => ({
  jobId: job.jobId,
  carrierId: carrierOf(job),
  customerId: customerOf(job),
})

/** The carrier came as soon as it accepted, and waits at the door. */
async function readArrival(kysely: Kysely<Tables>, jobId: string) {
  const { pickup, accepted_at } = await kysely
    .selectFrom('job')
    .select(['pickup', 'accepted_at'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
  return { pickup: { lat: pickup.lat, lon: pickup.lon }, waitedSince: accepted_at }
}

/** The customer on the page of the bank. */
async function answerBank({ needs, job }: Acting, isApproved: boolean): Promise<void> {
  const payment = job.paymentId ? await readPayment(needs.kysely, job.paymentId) : null
  if (!payment?.reference) return
  await needs.processors.sandbox.answerConfirmation(payment.reference, isApproved)
  await recheckAuthorization(needs, payment.id)
}

/** The present fee for cancelling, as the app shows it. */
const feeOf = (kysely: Kysely<Tables>, which: { jobId: string; customerId: string }): Promise<number> =>
  kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, which)
    return (await readTerms(trx, job)).feeCents
  })
