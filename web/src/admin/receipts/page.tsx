import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import {
  downloadInvoiceForStaff,
  readInvoiceForStaff,
  type StaffInvoicePage,
} from '#contract/admin/money/invoices.ts'
import { requestOf } from '../../kit/api.ts'
import { currentLanguage } from '../../kit/language.ts'
import { monthName } from '../../kit/months.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { FileLink } from '../../panel/file-link.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { invoiceName } from '../../shared/invoice-name.ts'
import { timeIn } from '../../shared/time-in.ts'
import { MoneyPage } from '../money/money-page.tsx'
import { RowsLink } from '../money/rows-link.tsx'
import { placeOf } from '../places.ts'
import { useMe } from '../session/me.ts'
import { Lines, Movements } from './tables.tsx'

/** One page with a number, with its file. */
export function Receipt() {
  const { t } = useTexts('receipts')
  const { invoiceId = '' } = useParams({ strict: false }) as { invoiceId?: string }
  const { data, error, refetch } = useQuery(
    reading(readInvoiceForStaff, { params: { invoice_id: invoiceId } }),
  )
  return (
    <MoneyPage
      title={data ? `${t(invoiceName(data))} ${data.number}` : t('title')}
      actions={data && <File invoiceId={invoiceId} />}
    >
      {data ? (
        <Shown page={data} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </MoneyPage>
  )
}

/** Viewers see the page, and not the file, which leaves the panel with the person's data. */
function File({ invoiceId }: { invoiceId: string }) {
  const { t } = useTexts('receipts')
  const query = { language: currentLanguage() }
  if (useMe().role === 'viewer') return null
  const { url } = requestOf(downloadInvoiceForStaff, { params: { invoice_id: invoiceId }, query })
  return <FileLink href={url} text={t('file')} />
}

function Shown({ page }: { page: StaffInvoicePage }) {
  return (
    <>
      <Said page={page} />
      <Lines page={page} />
      <Movements page={page} />
    </>
  )
}

function Said({ page }: { page: StaffInvoicePage }) {
  const { t } = useTexts('receipts')
  const { issued_at, time_zone, person, job_id, payment_id, corrects, seller, party, statement, test } = page
  const join = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ')
  const to = statement ? placeOf.carrier : placeOf.customer
  const facts: Fact[] = [
    [t('issued'), timeIn(issued_at, time_zone)],
    ...(statement ? [[t('month'), monthName(statement.month)] satisfies Fact] : []),
    ...(corrects
      ? [
          [
            t('corrects'),
            <PanelLink
              key="corrects"
              className="dray-plain-link"
              to="/admin/money/receipts"
              search={{ number: corrects }}
            >
              {corrects}
            </PanelLink>,
          ] satisfies Fact,
        ]
      : []),
    [
      t('person'),
      person && (
        <PanelLink key="person" className="dray-plain-link" {...to(person.account_id)}>
          {person.name ?? t('erased')}
        </PanelLink>
      ),
    ],
    [t('party'), join(party.name, party.tax_number, party.address) || t('noParty')],
    [t('seller'), join(seller.name, seller.tax_number, seller.address)],
  ]
  return (
    <Section title={t('facts')} text={test && t('test')}>
      <Facts facts={facts} />
      {statement?.missing.map((gap) => (
        <p key={gap} className="panel-verdict" data-kind="cannot">
          {t(`missing.${gap}`)}
        </p>
      ))}
      {payment_id && (
        <p className="panel-links">
          {job_id && (
            <PanelLink className="dray-plain-link" {...placeOf.job(job_id)}>
              {t('openJob')}
            </PanelLink>
          )}
          <RowsLink search={{ payment: payment_id }} text={t('ledgerRows')} />
        </p>
      )}
    </Section>
  )
}
