/**
 * A type of TypeScript and the module that exports it, seen from `server/db/tables.ts`; built-in types have no module.
 */
export type ColumnTypeName = { type: string; from?: string }

const vocabulary = '#contract/vocabulary.ts'
const json = './json-columns.ts'

/**
 * Types that the catalog cannot tell: of JSON columns, and of text columns whose values no check of the table lists.
 */
export const columnTypes: Record<string, ColumnTypeName> = {
  'alert.entries': { type: 'AlertedKind[]', from: json },
  'audit_event.changes': { type: 'AuditChanges', from: json },
  'audit_event.targets': { type: 'AuditTarget[]', from: json },
  'examination.checks': { type: 'Check[]', from: json },
  'geocode_cache.outcome': { type: 'Geocoded', from: json },
  // Each secret has its own shape, known to its owner (`installation-secret.ts`).
  'installation_secret.value': { type: 'object' },
  'invoice.content': { type: 'InvoiceContent', from: json },
  // Kinds may be added, without a check that has to be replaced.
  'invoice.kind': { type: 'InvoiceKind', from: '#contract/invoice-vocabulary.ts' },
  'invoice.party': { type: 'InvoiceParty', from: json },
  // A check would read the whole table when it is added.
  'job.carrier_fault': { type: 'CarrierFault', from: vocabulary },
  'job.dropoff': { type: 'Stop', from: json },
  'job.pickup': { type: 'Stop', from: json },
  'job.price': { type: 'Price', from: json },
  'job.route': { type: 'Route', from: json },
  'job_export.filters': { type: 'JobFilters', from: '#contract/admin/job-filters.ts' },
  'job_view.filters': { type: 'JobFilters', from: '#contract/admin/job-filters.ts' },
  'job_event.from_status': { type: 'JobStatus', from: vocabulary },
  'job_event.to_status': { type: 'JobStatus', from: vocabulary },
  'ledger_check.balances': { type: 'AccountBalance[]', from: json },
  'ledger_check.differences': { type: 'Difference[]', from: json },
  'ledger_check.walk': { type: 'LedgerWalk', from: json },
  'month_closing.differences': { type: 'ClosingDifference[]', from: json },
  'month_closing.figures': { type: 'MonthFigures', from: json },
  'node.contradictions': { type: 'SettingValues', from: json },
  // Which roles there are depends on whether the member is of a partner.
  'member.role': { type: 'MemberRole', from: vocabulary },
  'member_invitation.role': { type: 'MemberRole', from: vocabulary },
  'member_passkey.transports': { type: 'string[]' },
  'notice.kind': { type: 'NoticeKind', from: vocabulary },
  'reconciliation_run.figures': { type: 'DayFigure[]', from: json },
  'sandbox_authorization.refusal': { type: 'PaymentRefusal', from: vocabulary },
  // The response of any request; the sandbox knows which one.
  'sandbox_call.answer': { type: 'object' },
  'sandbox_card.does': { type: 'TestCardBehaviour', from: '#contract/app/test-cards.ts' },
  // Validated each time it is read: older tariffs lack later members.
  'tariff.terms': { type: 'object' },
}

/** Names for the lists of values that checks of the tables hold, where code needs the list by name. */
export const listNames: Record<string, string> = {
  'job_problem.kind': 'StoredProblemKind',
  'journal.act': 'JournalAct',
  'money_block.cause': 'BlockCause',
  'payment.purpose': 'PaymentPurpose',
  'payment.status': 'PaymentStatus',
  'payment_effect.kind': 'EffectKind',
  'sms.kind': 'SmsKind',
  'sms.status': 'SmsStatus',
}
