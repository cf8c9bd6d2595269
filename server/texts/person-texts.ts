import type { Texts } from './en/index.ts'

/** The texts that customers and carriers can see: all texts of a language other than English and Spanish (decision 80). */
export type PersonTexts = Pick<
  Texts,
  | 'accounts'
  | 'addresses'
  | 'company'
  | 'documents'
  | 'fields'
  | 'invoices'
  | 'jobs'
  | 'mails'
  | 'notices'
  | 'pages'
  | 'payments'
  | 'photos'
  | 'requests'
  | 'sms'
>
