import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listMyInvoices } from '#contract/app/invoices.ts'
import { money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { InvoiceFile } from '../../shared/invoice.tsx'
import { invoiceName } from '../../shared/invoice-name.ts'
import { PartFailed } from '../../shared/part-failed.tsx'
import { Section } from '../../shared/section.tsx'

/** All receipts and credit notes of the account, with their files. */
export function ReceiptsSection() {
  const { t } = useTexts('invoices')
  const { data, error, refetch } = useQuery(reading(listMyInvoices, {}))
  return (
    <Section title={t('title')} anchor="receipts">
      <Stack gap="sm">
        {error && !data && <PartFailed error={error} onRetry={() => void refetch()} />}
        {data?.invoices.length === 0 && <Text c="dimmed">{t('none')}</Text>}
        {data?.invoices.map((invoice) => (
          <div key={invoice.invoice_id}>
            <Text>
              {t(invoiceName(invoice))}, {day(invoice.issued_at)}, {money(invoice.total_cents)}
            </Text>
            <InvoiceFile invoice={invoice} />
          </div>
        ))}
      </Stack>
    </Section>
  )
}
