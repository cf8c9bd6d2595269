import { Stack } from '@mantine/core'
import type { Invoice } from '#contract/app/invoices.ts'
import { InvoiceLines } from '../../shared/invoice.tsx'

/** The receipt of a job and the credit notes of its refunds. Loaded only for a job that was charged. */
export function Invoices({ invoices }: { invoices: Invoice[] }) {
  return (
    <Stack gap="lg">
      {invoices.map((invoice) => (
        <InvoiceLines key={invoice.invoice_id} invoice={invoice} />
      ))}
    </Stack>
  )
}
