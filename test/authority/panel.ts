import type { ListedOperation } from '#contract/admin/index.ts'
import type { AdminOperation } from '#contract/operation.ts'
import { type StaffRole, staffRoles } from '#contract/vocabulary.ts'
import {
  absent,
  accessRows,
  byRole,
  goodOf,
  lastParamOf,
  type MemberRow,
  type ParamOf,
  type Said,
} from './members.ts'

type Row = MemberRow<StaffRole>

/** They need no session: what they answer to whom has to be said. */
type Open = Extract<ListedOperation, { access: 'anyone' }>['operationId']
type Closed = Exclude<ListedOperation, { access: 'anyone' }>

const ranks = { roles: staffRoles }
const open: Record<Open, readonly Row[]> = accessRows(ranks, 'viewer')

/** What another member gets about a thing in the path; null for things that all members share. */
const anothers: Record<ParamOf<Closed['url']>, Said | null> = {
  tariff_id: null,
  account_id: null,
  partner_id: null,
  key_id: null,
  member_id: null,
  invitation_id: null,
  job_id: null,
  reconciliation_id: null,
  difference_id: null,
  month: null,
  effect_id: null,
  payment_id: null,
  processor: null,
  reference: null,
  document_id: null,
  picture_id: null,
  kind: null,
  name: null,
  session_id: absent,
  passkey_id: absent,
  test_id: absent,
  view_id: absent,
  export_id: absent,
  invoice_id: null,
  challenge_id: '422 challenge_ended',
}

const ownersOnly = (about: string, said: Said) => byRole(ranks, { about, least: 'owner', said })
const staffOnly = (about: string, said: Said) => byRole(ranks, { about, least: 'staff', said })

const wholePhones = (said: Said) =>
  byRole(ranks, { about: 'whole phones', least: 'staff', said, stepUp: true })

/** What the body or the query decides. */
const more: Partial<Record<Closed['operationId'], readonly Row[]>> = {
  listJobs: [staffOnly('a phone that is searched for', '200')],
  listCarriers: [staffOnly('a plate that is searched for', '200')],
  startJobExport: [staffOnly('a phone that is searched for', '202'), wholePhones('202')],
  exportHolds: [wholePhones('200')],
  exportEffects: [wholePhones('200')],
  exportFees: [wholePhones('200')],
  exportDisputes: [wholePhones('200')],
  exportWallets: [wholePhones('200')],
  exportLedgerRows: [wholePhones('200')],
  exportInvoices: [wholePhones('200')],
  exportPartnerStatement: [wholePhones('200')],
  createJobView: [ownersOnly('a view for all members', '201')],
  changeJobView: [ownersOnly('a view for all members', '200')],
  deleteJobView: [ownersOnly('a view for all members', '204')],
}

/**
 * The authority table of the panel. Role and fresh proof follow from the operation; only further rules are written
 * here. `docs/authority.md` is generated from it; a test checks every cell with real members and real rows.
 */
export function panelAuthority(operation: AdminOperation): readonly Row[] {
  const { access, stepUp, operationId } = operation
  if (access === 'anyone') return open[operationId as Open]
  const param = lastParamOf(operation) as keyof typeof anothers | undefined
  const another = param === undefined ? null : anothers[param]
  const row = byRole(ranks, {
    about: another === null ? '' : 'own',
    least: access,
    said: goodOf(operation),
    stepUp,
    another,
  })
  return [row, ...(more[operationId as Closed['operationId']] ?? [])]
}
