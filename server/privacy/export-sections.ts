import { sql } from 'kysely'
import { languageIn } from '../db/language-columns.ts'
import { shownStatus } from '../sms/shown-status.ts'
import { jobSections } from './export-jobs.ts'
import { object, ref, refs, type Section, type Subject, section, utc, utcs } from './export-section.ts'

/** Every list of the document, in order. */
export const sectionsOf = (subject: Subject): Section[] => [
  ...accessSections(subject),
  ...messageSections(subject),
  ...paperSections(subject),
  ...jobSections(subject),
  ...moneySections(subject),
]

const accessSections = ({ accountId, phone }: Subject): Section[] => [
  section('accepted_terms', {
    key: ref('terms.version'),
    item: { version: ref('terms.version'), accepted_at: utc('terms.accepted_at') },
    rows: sql`from accepted_terms terms where terms.account_id = ${accountId}`,
  }),
  section('sessions', {
    key: ref('session.id'),
    item: {
      ...refs('session', ['device', 'kind']),
      ...utcs('session', ['created_at', 'last_seen_at', 'expires_at', 'ended_at']),
    },
    rows: sql`from session where session.account_id = ${accountId}`,
  }),
  section('codes', {
    key: ref('code.id'),
    item: {
      ...utcs('code', ['created_at', 'used_at']),
      // Anyone may request a code for a number; the person who used the code is its owner.
      client_address: sql`case when code.used_at is not null then code.client_address end`,
    },
    rows: sql`from phone_challenge code where code.phone = ${phone}`,
  }),
  section('push_devices', {
    key: ref('subscription.id'),
    item: {
      // Only the host: anyone with the full address could send pushes to the device.
      service: sql`split_part(subscription.endpoint, '/', 3)`,
      created_at: utc('subscription.created_at'),
    },
    rows: sql`from push_subscription subscription where subscription.account_id = ${accountId}`,
  }),
]

const messageSections = ({ accountId, phone }: Subject): Section[] => [
  section('texts', {
    key: ref('sms.id'),
    item: {
      kind: ref('sms.kind'),
      body: sql`case when sms.kind <> 'code' then sms.body end`,
      ...refs('sms', ['job_id']),
      status: shownStatus,
      ...utcs('sms', ['created_at', 'sent_at']),
    },
    rows: sql`from sms where sms.to_phone = ${phone}`,
  }),
  section('notices', {
    key: ref('notice.id'),
    item: { ...refs('notice', ['kind', 'job_id']), ...utcs('notice', ['created_at', 'told_at']) },
    rows: sql`from notice where notice.account_id = ${accountId}`,
  }),
  section('notices_off', {
    key: sql`off.kind || ' ' || off.channel`,
    item: refs('off', ['kind', 'channel']),
    rows: sql`from notice_switch off where off.account_id = ${accountId}`,
  }),
  section('mail_addresses', {
    key: ref('address.account_id'),
    item: { ...refs('address', ['address']), ...utcs('address', ['confirmed_at', 'failing_since']) },
    rows: sql`from mail_address address where address.account_id = ${accountId}`,
  }),
  section('mail_codes', {
    key: ref('code.id'),
    item: { ...refs('code', ['address']), ...utcs('code', ['created_at', 'used_at']) },
    rows: sql`from mail_confirmation code where code.account_id = ${accountId}`,
  }),
  section('mails', {
    key: ref('mail.id'),
    item: { ...refs('mail', ['kind', 'status']), ...utcs('mail', ['created_at', 'sent_at']) },
    rows: sql`from mail where mail.account_id = ${accountId}`,
  }),
]

const paperSections = ({ accountId }: Subject): Section[] => [
  section('uploads', {
    key: ref('photo.name'),
    item: { ...refs('photo', ['name', 'bytes']), ...utcs('photo', ['created_at']) },
    rows: sql`from photo where photo.account_id = ${accountId} and photo.job_id is null`,
  }),
  section('documents', {
    key: ref('document.id'),
    item: {
      document_id: ref('document.id'),
      ...refs('document', ['kind', 'status', 'expires_on', 'reason']),
      ...utcs('document', ['created_at', 'decided_at', 'expiry_told_at']),
      has_picture: sql`exists (select from photo where photo.document_id = document.id)`,
    },
    rows: sql`from carrier_document document where document.account_id = ${accountId}`,
  }),
  section('areas', {
    key: ref('area.id'),
    item: {
      area_id: ref('area.id'),
      ...refs('area', ['name', 'address', 'place', 'lat', 'lon', 'radius_km']),
      alerts: ref('area.has_alerts'),
      created_at: utc('area.created_at'),
    },
    rows: sql`from carrier_area area where area.account_id = ${accountId}`,
  }),
]

/** References of the payment processor (cards, payments, payouts) are left out: only the processor can use them. */
const moneySections = ({ accountId }: Subject): Section[] => [
  section('cards', {
    key: ref('card.id'),
    item: {
      ...refs('card', ['brand', 'last_four', 'expires_month', 'expires_year']),
      ...utcs('card', ['created_at', 'removed_at']),
    },
    rows: sql`from payment_method card where card.account_id = ${accountId}`,
  }),
  section('payments', {
    key: ref('payment.id'),
    item: {
      payment_id: ref('payment.id'),
      ...refs('payment', ['purpose', 'job_id', 'source', 'mode', 'status']),
      ...refs('payment', ['amount_cents', 'captured_cents', 'refunded_cents', 'refusal']),
      ...utcs('payment', ['created_at', 'held_at']),
    },
    rows: sql`from payment where payment.account_id = ${accountId}`,
  }),
  section('tax_data', {
    key: ref('tax.account_id'),
    item: {
      ...refs('tax', ['legal_name', 'tax_number', 'address', 'is_business']),
      ...utcs('tax', ['agreed_at', 'updated_at']),
    },
    rows: sql`from carrier_tax_data tax where tax.account_id = ${accountId}`,
  }),
  section('invoices', {
    key: ref('invoice.id'),
    item: {
      invoice_id: ref('invoice.id'),
      number: sql`invoice.series || '-' || invoice.year || '-' || lpad(invoice.number::text, 6, '0')`,
      ...refs('invoice', ['kind', 'job_id', 'total_cents']),
      issued_at: utc('invoice.issued_at'),
      name: sql`invoice.party ->> 'name'`,
      tax_number: sql`invoice.party ->> 'taxNumber'`,
      address: sql`invoice.party ->> 'address'`,
    },
    rows: sql`from invoice where invoice.account_id = ${accountId}`,
  }),
  section('ledger', {
    key: ref('entry.id'),
    item: {
      at: utc('entry.at'),
      kind: ref('entry.kind'),
      account: sql`case when ${`carrier:${accountId}`} in (entry.debit, entry.credit) then 'earnings' else 'wallet' end`,
      amount_cents: sql`case when entry.credit in (${`carrier:${accountId}`}, ${`wallet:${accountId}`})
        then entry.amount_cents else -entry.amount_cents end`,
      job_id: sql`coalesce(entry.job_id, payment.job_id)`,
    },
    rows: sql`from ledger_transfer entry left join payment on payment.id = entry.payment_id
      where (entry.debit in (${`carrier:${accountId}`}, ${`wallet:${accountId}`})
        or entry.credit in (${`carrier:${accountId}`}, ${`wallet:${accountId}`}))`,
  }),
]

/** The account's profile; `wallet_cents` may be negative after a dispute. */
export const accountItem = object({
  account_id: ref('account.id'),
  ...refs('account', ['phone', 'name']),
  language: languageIn('account'),
  ...utcs('account', ['created_at', 'suspended_at', 'erased_at']),
  wallet_cents: sql`coalesce((select balance_cents from wallet where wallet.account_id = account.id), 0)`,
})
