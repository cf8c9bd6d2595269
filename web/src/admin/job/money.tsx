import { useTranslation } from 'react-i18next'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { money } from '../../kit/money.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { Mark } from '../../panel/mark.tsx'
import { Quoted } from '../../panel/quoted.tsx'
import { Section } from '../../panel/section.tsx'
import { PriceTable } from './price.tsx'
import { useShownCode } from './use-shown-code.ts'

/** Price, payments with their calls to the processor, and the rows of the ledger. */
export function JobMoney({ job: { price, owed_cents, payments, ledger } }: { job: JobForStaff }) {
  const { t } = useTranslation('jobs')
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
  const { t } = useTranslation('jobs')
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
        {refusal && <Quoted text={refusal} />}
        {effects.map((effect) => (
          <small key={effect.effect_id}>
            ↳ {shownCode(effect.kind)} {money(effect.amount_cents)} · {shownCode(effect.status)} ·{' '}
            {t('job.attempts', { count: effect.attempts })}
            {effect.last_error && (
              <>
                {' '}
                <Quoted text={effect.last_error} />
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
  const { t } = useTranslation('jobs')
  const shownCode = useShownCode()
  // The kind of the account, and which of the platform's it is; the processor's has a name.
  const shownAccount = (account: string) =>
    shortAccount(account).replaceAll(/^[a-z]+|(?<=^platform:)[a-z_]+$/g, shownCode)
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
            <td title={debit}>{shownAccount(debit)}</td>
            <td title={credit}>{shownAccount(credit)}</td>
            <td data-number>{money(amount_cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `held:01a20754-…-e95f` → `held …46e95f`: the beginning of an id is that of all ids of the same day. */
const shortAccount = (account: string): string => account.replace(/:[0-9a-f-]{30}([0-9a-f]{6})$/, ' …$1')
