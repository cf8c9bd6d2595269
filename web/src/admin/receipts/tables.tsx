import type { StaffInvoicePage } from '#contract/admin/money/invoices.ts'
import { exactPercent, money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { timeIn } from '../../shared/time-in.ts'
import { placeOf } from '../places.ts'

type Page = { page: StaffInvoicePage }

/** What was sold, with its tax. */
export function Lines({ page: { kind, lines, vat, total_cents, statement } }: Page) {
  const { t } = useTexts('receipts')
  const amount = (cents: number | null) =>
    cents === null ? '' : money(kind === 'credit_note' ? -cents : cents)
  const nameOf = ({ item, sold_by }: (typeof lines)[number]) =>
    sold_by === 'carrier' && !statement ? t('byCarrier', { item: t(`items.${item}`) }) : t(`items.${item}`)
  const hasTax = vat.length > 0
  return (
    <Section title={t('lines')}>
      <table className="panel-sums">
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            {hasTax && <Head>{t('net')}</Head>}
            {hasTax && <Head>{t('vat')}</Head>}
            <Head>{t('gross')}</Head>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.item} ${line.sold_by}`}>
              <th scope="row">{nameOf(line)}</th>
              {hasTax && <td data-number>{amount(line.net_cents)}</td>}
              {hasTax && <td data-number>{amount(line.vat_cents)}</td>}
              <td data-number>{amount(line.gross_cents)}</td>
            </tr>
          ))}
          {vat.map((rate) => (
            <tr key={rate.percent}>
              <th scope="row">{t('vatAt', { percent: exactPercent(rate.percent) })}</th>
              <td data-number>{amount(rate.net_cents)}</td>
              <td data-number>{amount(rate.vat_cents)}</td>
              <td data-number>{amount(rate.net_cents + rate.vat_cents)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={hasTax ? 3 : 1}>
              <b>{t('total')}</b>
            </th>
            <td data-number>
              <b>{amount(total_cents)}</b>
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  )
}

const Head = ({ children }: { children: string }) => (
  <th scope="col" data-number>
    {children}
  </th>
)

/** Every movement that the page tells, with its instant; of a carrier between what was owed before and after. */
export function Movements({ page: { events, statement, time_zone } }: Page) {
  const { t } = useTexts('receipts')
  const rows = statement?.movements ?? events.map((event) => ({ ...event, job_id: null }))
  return (
    <Section title={t('movements')}>
      <table className="panel-sums">
        <thead>
          <tr>
            <th scope="col">{t('movement')}</th>
            <th scope="col">{t('when')}</th>
            <Head>{t('amount')}</Head>
          </tr>
        </thead>
        <tbody>
          {statement && <Balance name={t('opening')} cents={statement.opening_cents} />}
          {rows.map(({ kind, at, job_id, amount_cents }) => (
            <tr key={`${kind} ${at} ${job_id}`}>
              <th scope="row">
                {job_id ? (
                  <PanelLink className="dray-plain-link" {...placeOf.job(job_id)}>
                    {t(`events.${kind}`)}
                  </PanelLink>
                ) : (
                  t(`events.${kind}`)
                )}
              </th>
              <td>
                <time dateTime={at}>{timeIn(at, time_zone)}</time>
              </td>
              <td data-number>{money(amount_cents)}</td>
            </tr>
          ))}
          {statement && <Balance name={t('closing')} cents={statement.closing_cents} />}
        </tbody>
      </table>
    </Section>
  )
}

function Balance({ name, cents }: { name: string; cents: number }) {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        <b>{name}</b>
      </th>
      <td data-number>
        <b>{money(cents)}</b>
      </td>
    </tr>
  )
}
