import type { TodayEntry } from '#contract/admin/today.ts'
import { reportedKinds, tripReportKinds } from '#contract/reports.ts'
import { documentKinds } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { Quoted } from '../../panel/quoted.tsx'
import { useWordsOf } from '../use-shown-code.ts'

/** What an entry costs, and its recorded cause. */
export function Cause({ entry: { kind, cause, since, costs_at, about_name } }: { entry: TodayEntry }) {
  const { t } = useTexts('today')
  const document = documentKinds.find((each) => kind.startsWith('document_') && each === cause)
  const problem = reportedKinds.find((each) => kind === 'problem_open' && each === cause)
  const trip = tripReportKinds.find((each) => kind === 'trip_contested' && each === cause)
  const writer = (['customer', 'carrier'] as const).find(
    (each) => kind === 'message_waiting' && each === cause,
  )
  const unsent = unsentCauses.find((each) => kind === 'sms_failed' && each === cause)
  const words =
    (problem && t(`problems.${problem}`)) ??
    (trip && t(`trips.${trip}`)) ??
    (writer && t(`writers.${writer}`)) ??
    (document && t(`documents.${document}`)) ??
    (unsent && t(`unsent.${unsent}`)) ??
    (kind === 'collection_overdue' && cause)
  // The processor has given a last day if it is not the day on which the dispute came.
  const deadline =
    kind === 'dispute_open' &&
    (costs_at === since ? t('noDeadline') : t('answerBy', { when: dayAndTime(costs_at) }))
  return (
    <span>
      {t(cause === 'late_step' ? 'lateCost' : `kinds.${kind}.cost`)} {deadline}{' '}
      {about_name && t('reported', { name: about_name })}{' '}
      {words ? <b>{words}</b> : cause && <Recorded kind={kind} cause={cause} />}
    </span>
  )
}

/** Why a text was not given to the provider. */
const unsentCauses = ['landline', 'cap'] as const

/** Kinds whose cause is the message of a provider or the processor. */
const saidByProvider: ReadonlySet<TodayEntry['kind']> = new Set<TodayEntry['kind']>([
  'capture_stuck',
  'dispute_open',
  'job_owed',
  'payout_stuck',
  'reconciliation_failed',
  'refund_stuck',
  'sms_failed',
])

function Recorded({ kind, cause }: { kind: TodayEntry['kind']; cause: string }) {
  const { t } = useTexts('today')
  const wordsOf = useWordsOf()
  // The subject of a difference is an id; its drawer names the account, the job and the payment.
  if (kind === 'ledger_unbalanced') return null
  const words = wordsOf(cause)
  if (words) return <b>{words}</b>
  // The carrier has typed it.
  if (kind === 'delivery_doubted') return <q>{cause}</q>
  if (!saidByProvider.has(kind)) return <code>{cause}</code>
  return (
    <>
      {t('said')} <Quoted text={cause} />
    </>
  )
}
