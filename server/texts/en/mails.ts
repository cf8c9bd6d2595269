import type { InvoiceKind, SimplifiedKind } from '#contract/invoice-vocabulary.ts'
import { euros } from './formats.ts'

const invoice: Record<InvoiceKind, (cents: number) => string> = {
  receipt: (cents) => `We charged ${euros(cents)}. The receipt is attached as a PDF.`,
  top_up: (cents) => `You added ${euros(cents)} to your wallet. The receipt is attached as a PDF.`,
  credit_note: (cents) => `You get ${euros(cents)} back. The credit note is attached as a PDF.`,
  debit_note: (cents) =>
    `Your bank returned a refund of ${euros(cents)}. The debit note is attached as a PDF.`,
  statement: (cents) => `Your monthly statement is attached as a PDF. It comes to ${euros(cents)}.`,
  self_billing: (cents) => `Your invoice for the month is attached as a PDF. It comes to ${euros(cents)}.`,
}

const simplifiedMails: Record<SimplifiedKind, (cents: number) => string> = {
  receipt: (cents) => `We charged ${euros(cents)}. The simplified invoice is attached as a PDF.`,
  credit_note: invoice.credit_note,
  debit_note: invoice.debit_note,
}

/** Mails to people. Notices have their own texts (`notices.ts`). */
export const mails = {
  confirmation: {
    subject: 'Confirm your mail address',
    body: (service: string) =>
      `Enter this code in your ${service} account to get receipts and notices at this address. It works for one hour.`,
    reason:
      'Somebody entered this address in an account. If it was not you, do nothing: you get no more mails.',
  },
  invoice,
  simplified: simplifiedMails,
  /** Of `dray mail test`. */
  trial: {
    subject: (service: string) => `Test mail of ${service}`,
    body: 'This installation can send mails to this address.',
    reason: 'You get this mail because the operator sent a test to this address.',
  },
  test: 'No real money was moved.',
  openJob: 'Open the job',
  openApp: 'Open the app',
  reason: (service: string) => `You get this mail because it is the address of your ${service} account.`,
  off: 'No more mails that are not about money',
  offPage: {
    title: 'Mails',
    lead: 'You will get no more mails that are not about money. Receipts, refunds and problems with a payment still come by mail.',
    act: 'Switch them off',
    doneTitle: 'Switched off',
    done: 'You get no more mails that are not about money. In your account you can choose again.',
    account: 'My account',
  },
}
