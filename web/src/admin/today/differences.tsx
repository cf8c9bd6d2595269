import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  bookLedgerDifference,
  type LedgerRow,
  listLedgerDifferences,
  readLedger,
} from '#contract/admin/money/ledger.ts'
import { readToday } from '#contract/admin/today.ts'
import { call, type Output } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain, reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { AskedDialog, type TitledAct } from '../../panel/act-dialog.tsx'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import type { Nested } from '../../panel/subject-drawer.tsx'
import { useAccountName } from '../account-name.ts'
import { placeOf } from '../places.ts'
import { mayCall, useMe } from '../session/me.ts'

type Difference = Output<typeof listLedgerDifferences>['differences'][number]

/** What one check of the ledger has found: each difference with its job, payment and rows, and the booking. */
export function Differences({ check, nested }: { check: string; nested: Nested }) {
  const { t } = useTexts('today')
  const me = useMe()
  const accountName = useAccountName()
  const { data, error, refetch } = useQuery(reading(listLedgerDifferences, { query: { check } }))
  const asked = useBooking(data?.differences.find(({ subject }) => subject === nested.open))
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <>
      {data.differences.map((difference, index) => (
        <section key={difference.subject} className="today-difference">
          <OneDifference difference={difference} />
          {mayCall(me, bookLedgerDifference) ? (
            <Button
              variant="light"
              size="xs"
              data-autofocus={index === 0 || undefined}
              aria-label={`${t(actOf(check))}: ${accountName(difference.subject)}`}
              onClick={() => nested.show(difference.subject)}
            >
              {t(actOf(check))}
            </Button>
          ) : (
            <p className="panel-note">{t(isOfDay(check) ? 'ledger.ownerSums' : 'ledger.ownerBooks')}</p>
          )}
        </section>
      ))}
      <AskedDialog asked={asked} onClose={nested.close} />
    </>
  )
}

/** The sums of a day are written again; any other difference is booked. */
const isOfDay = (check: string): boolean => check.endsWith(' of a day')
const actOf = (check: string) => (isOfDay(check) ? 'act.sum_day' : 'act.book_difference')

/** The amounts of this check are numbers of jobs. */
const shown = (check: string, amount: number): string =>
  check === 'jobs of a day' ? String(amount) : money(amount)

function OneDifference({ difference }: { difference: Difference }) {
  const { t } = useTexts('today')
  const accountName = useAccountName()
  const { check, subject, expected_cents, actual_cents, job, payment_id, rows } = difference
  const of = payment_id ? { payment: payment_id } : { account: subject }
  const about: Fact[] = job
    ? [
        [
          t('ledger.job'),
          <PanelLink key="job" className="dray-plain-link" {...placeOf.job(job.job_id)}>
            {job.title}
          </PanelLink>,
        ],
      ]
    : []
  const amounts: Fact[] = [
    [t('ledger.expected'), shown(check, expected_cents)],
    [t('ledger.found'), shown(check, actual_cents)],
    [t('ledger.differs'), <b key="by">{shown(check, actual_cents - expected_cents)}</b>],
  ]
  if (isOfDay(check)) return <Facts facts={[[t('ledger.day'), subject], ...amounts]} />
  return (
    <>
      <Facts
        facts={[
          ...about,
          [
            t(payment_id ? 'ledger.payment' : 'ledger.account'),
            <PanelLink
              key="rows"
              className="dray-plain-link"
              to="/admin/money/ledger"
              search={of}
              title={subject}
            >
              {accountName(payment_id ? `payment:${payment_id}` : subject)}
            </PanelLink>,
          ],
          ...amounts,
        ]}
      />
      <Rows rows={rows} />
    </>
  )
}

function Rows({ rows }: { rows: LedgerRow[] }) {
  const { t } = useTexts('today')
  const { t: ofMoney } = useTexts('money')
  const accountName = useAccountName()
  if (rows.length === 0) return <p>{t('ledger.noRows')}</p>
  return (
    <ul className="panel-list">
      {rows.map((row) => (
        <li key={row.row_id}>
          <div>
            {ofMoney(`ledger.kinds.${row.kind}`)} · {dayAndTime(row.at)}
            <small>
              {accountName(row.debit)} → {accountName(row.credit)}
            </small>
          </div>
          <span className="today-amount">{money(row.amount_cents)}</span>
        </li>
      ))}
    </ul>
  )
}

type Values = Pick<Difference, 'check' | 'subject' | 'expected_cents' | 'actual_cents'> & { reason: string }

function useBooking(difference: Difference | undefined): TitledAct<Values> | null {
  const { t } = useTexts('today')
  if (!difference) return null
  const { check, subject, expected_cents, actual_cents } = difference
  return {
    title: t(actOf(check)),
    text: isOfDay(check)
      ? t('ledger.summing')
      : t('ledger.booking', { amount: money(Math.abs(actual_cents - expected_cents)) }),
    reason: { isFocused: true },
    act: t(actOf(check)),
    body: bookLedgerDifference.body,
    initial: { check, subject, expected_cents, actual_cents, reason: '' },
    send: async (body) => {
      await call(bookLedgerDifference, { body })
      notify({ text: t(isOfDay(check) ? 'ledger.summed' : 'ledger.booked') })
      void readAgain(readToday, readLedger, listLedgerDifferences)
    },
  }
}
