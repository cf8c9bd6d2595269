import { maxResends } from '#contract/admin/job-acts.ts'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import type { AskedAct } from './acts.ts'
import { OneReport, OneTripReport } from './reports.tsx'

type ActFactsProps = { act: AskedAct; job: JobForStaff }

/** What an act is about to change: the job, its money and card, and the people it concerns. */
export function ActFacts({ act, job }: ActFactsProps) {
  const factsOf = useFacts(job)
  const makeFacts = factsOf[act]
  if (!makeFacts) return null
  return (
    <>
      <Facts facts={makeFacts()} />
      {act === 'decide' && (
        <ul className="panel-list">
          {job.reports
            .filter(({ status }) => status !== 'dismissed')
            .map((report) => (
              <OneReport key={report.problem_id} report={report} />
            ))}
        </ul>
      )}
      {act === 'decide_trip' && (
        <ul className="panel-list">
          {job.trip_reports.slice(-1).map((report) => (
            <OneTripReport key={report.report_id} report={report} />
          ))}
        </ul>
      )}
    </>
  )
}

function useFacts(job: JobForStaff): Partial<Record<AskedAct, () => Fact[]>> {
  const { t } = useTexts('jobs')
  const trip = [job.pickup_town, job.dropoff_town].filter(Boolean).join(' → ')
  const about: Fact = [t('job.title'), [job.title, job.external_reference, trip].filter(Boolean).join(' · ')]
  const { held, taken } = sumsOf(job)
  const paidFrom: Fact[] =
    job.payments.length > 0 ? [[t('acts.paidFrom'), sourceOf(job) ?? t('acts.wallet')]] : []
  const carrier = job.carrier?.name ?? t('job.actors.carrier')
  return {
    cancel: () => [
      about,
      [t('acts.goesBack'), money(held + taken)],
      ...paidFrom,
      [t('job.carrier'), job.carrier ? t('acts.carrierLoses', { name: carrier }) : t('acts.nobodyAccepted')],
    ],
    charge: () => [about, [t('acts.isCharged'), money(job.owed_cents)], ...paidFrom],
    refund: () => [about, [t('acts.canGoBack'), money(taken)], ...paidFrom],
    decide: () => [
      about,
      [t('job.lines.total_cents'), money(job.total_cents)],
      [t('job.lines.carrier_cents'), money(job.price.stored.carrier_cents)],
      [t('job.carrier'), carrier],
    ],
    decide_trip: () => [
      about,
      [t('job.lines.total_cents'), money(job.total_cents)],
      [t('job.carrier'), carrier],
    ],
    resend_text: () => {
      const texts = job.texts.filter(({ kind }) => kind === 'draft')
      return [
        about,
        [t('acts.number'), texts.at(-1)?.to_phone ?? ''],
        // The first text is not a resend.
        [t('acts.resendsLeft'), Math.max(0, maxResends + 1 - texts.length)],
      ]
    },
  }
}

/** In cents: `held` is not captured yet, `taken` is captured and not given back. */
const sumsOf = ({ payments }: JobForStaff) => ({
  held: payments.reduce((sum, { status, amount_cents }) => sum + (status === 'held' ? amount_cents : 0), 0),
  taken: payments.reduce(
    (sum, { captured_cents, refunded_cents }) => sum + captured_cents - refunded_cents,
    0,
  ),
})

/**
 * How the last payment was paid: the card as `visa •••• 4242`, the processor's name once the card was deleted; null for
 * a wallet, or without a payment.
 */
function sourceOf({ payments }: JobForStaff): string | null {
  const last = payments.at(-1)
  if (!last || last.source === 'wallet') return null
  return last.card ? `${last.card.brand} •••• ${last.card.last_four}` : last.processor
}
