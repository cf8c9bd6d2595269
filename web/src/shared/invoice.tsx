import { Stack, Text } from '@mantine/core'
import { downloadInvoice, type Invoice } from '#contract/app/invoices.ts'
import { requestOf } from '../kit/api.ts'
import { currentLanguage } from '../kit/language.ts'
import { exactPercent, money } from '../kit/money.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { invoiceName } from './invoice-name.ts'
import { timeIn } from './time-in.ts'

/** A receipt or a credit note in full: number, seller, tax and movements, with its file. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { t } = useTexts('invoices')
  const { seller } = invoice
  const title = `${t(invoiceName(invoice))} ${invoice.number}`
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Text fw={600}>{title}</Text>
      {invoice.test && <Text size="sm">{t('test')}</Text>}
      <dl className="app-lines">
        <Line name={t('date')}>{timeIn(invoice.issued_at, invoice.time_zone)}</Line>
        {invoice.corrects && <Line name={t('corrects')}>{invoice.corrects}</Line>}
        <Line name={t('seller')}>{seller.name}</Line>
        {seller.tax_number && <Line name={t('taxNumber')}>{seller.tax_number}</Line>}
        {seller.address && <Line name={t('address')}>{seller.address}</Line>}
      </dl>
      {/* Apart, because amounts are short: the instants beside them then need no second line. */}
      <dl className="app-lines">
        {invoice.lines.map(({ item, sold_by, gross_cents }) => (
          <Line key={`${item} ${sold_by}`} name={t(`items.${sold_by}.${item}`)}>
            {money(gross_cents)}
          </Line>
        ))}
        {invoice.vat.map((rate) => (
          <Line key={rate.percent} name={t('vat', { percent: exactPercent(rate.percent) })}>
            {t('vatOf', { vat: money(rate.vat_cents), net: money(rate.net_cents) })}
          </Line>
        ))}
        {invoice.events.map(({ kind, at, amount_cents }) => (
          <Line key={`${kind} ${at}`} name={t(`events.${kind}`, { when: timeIn(at, invoice.time_zone) })}>
            {money(amount_cents)}
          </Line>
        ))}
      </dl>
      {invoice.lines.some(({ sold_by }) => sold_by === 'carrier') && (
        <Text size="sm" c="dimmed">
          {t('carriersTax')}
        </Text>
      )}
      <InvoiceFile invoice={invoice} />
    </Stack>
  )
}

/** The link to the file of a page, in the language of the app. */
export function InvoiceFile({ invoice }: { invoice: Pick<Invoice, 'invoice_id' | 'number'> }) {
  const { t } = useTexts('invoices')
  const query = { language: currentLanguage() }
  const { url } = requestOf(downloadInvoice, { params: { invoice_id: invoice.invoice_id }, query })
  return (
    <a className="dray-plain-link" href={url} download={`${invoice.number}.pdf`}>
      {t('file', { number: invoice.number })}
    </a>
  )
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
