import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { Mark } from '../../panel/mark.tsx'
import { Section } from '../../panel/section.tsx'
import { useAccountName } from '../account-name.ts'
import { Said } from '../said.tsx'
import { useShownCode } from '../use-shown-code.ts'
import { PriceTable } from './price.tsx'

/** Price, payments with their calls to the processor, and the rows of the ledger. */
export function JobMoney({ job: { price, owed_cents, payments, ledger } }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  return (
    <Section title={t('job.money')}>
      {owed_cents > 0 && (
        <p className="panel-verdict" data-kind="differs">
          {t('job.owed', { amount: money(owed_cents) })}
        </p>
      )}
      <h3>{t('job.price')}</h3>
      <PriceTable price={price} />
      <h3>{t('job.payments')}</h3>
      {payments.length === 0 && <p>{t('job.noPayments')}</p>}
      <ul className="panel-list">
        {payments.map((payment) => (
          <Payment key={payment.payment_id} payment={payment} />
        ))}
      </ul>
      <h3>{t('job.ledger')}</h3>
      {ledger.length === 0 ? <p>{t('job.noLedger')}</p> : <Ledger ledger={ledger} />}
    </Section>
  )
}

function Payment({ payment }: { payment: JobForStaff['payments'][number] }) {
  const { t } = useTexts('jobs')
  const shownCode = useShownCode()
  const { purpose, source, processor, status, amount_cents, captured_cents, refunded_cents } = payment
  const { refusal, hold_expires_at, created_at, effects } = payment
  const facts = [
    dayAndTime(created_at),
    `${shownCode(source)} · ${processor}`,
    captured_cents > 0 && t('job.taken', { amount: money(captured_cents) }),
    refunded_cents > 0 && t('job.givenBack', { amount: money(refunded_cents) }),
    status === 'held' && hold_expires_at && t('job.holdEnds', { when: dayAndTime(hold_expires_at) }),
  ]
  return (
    <li>
      <div>
        <b>{money(amount_cents)}</b> {shownCode(purpose)}
        <small>{facts.filter(Boolean).join(' · ')}</small>
        {refusal && <Said text={refusal} />}
        {effects.map((effect) => (
          <small key={effect.effect_id}>
            ↳ {shownCode(effect.kind)} {money(effect.amount_cents)} · {shownCode(effect.status)} ·{' '}
            {t('job.attempts', { count: effect.attempts })}
            {effect.last_error && (
              <>
                {' '}
                <Said text={effect.last_error} />
              </>
            )}
          </small>
        ))}
      </div>
      <Mark>{shownCode(status)}</Mark>
    </li>
  )
}

function Ledger({ ledger }: Pick<JobForStaff, 'ledger'>) {
  const { t } = useTexts('jobs')
  const shownCode = useShownCode()
  const accountName = useAccountName()
  return (
    <table className="panel-sums" aria-label={t('job.ledger')}>
      <thead>
        <tr>
          {(['at', 'kind', 'debit', 'credit', 'amount'] as const).map((head) => (
            <th key={head} scope="col" data-number={head === 'amount' || undefined}>
              {t(`job.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ledger.map(({ at, kind, debit, credit, amount_cents }) => (
          <tr key={[at, kind, debit, credit, amount_cents].join()}>
            <td>
              <time dateTime={at} title={dayAndTime(at)}>
                {day(at)}
              </time>
            </td>
            <td>{shownCode(kind)}</td>
            <td title={debit}>{accountName(debit)}</td>
            <td title={credit}>{accountName(credit)}</td>
            <td data-number>{money(amount_cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
