import type {
  InvoiceEventKind,
  InvoiceItem,
  StatementGap,
  StatementLineKind,
} from '#contract/invoice-vocabulary.ts'
import type { CheckName, Finding, Remedy } from '../texts/coded.ts'

/**
 * The shapes of JSON columns. Rows that are stored already have them too: a change here needs a migration, or a reader
 * that accepts both.
 */

/** Entries of *Today* of one kind that staff on duty are told of. */
export type AlertedKind = { kind: string; count: number }

/** How precisely the address was located. A geocoder never returns anything coarser than a locality. */
export type Precision = 'house' | 'street' | 'postcode' | 'locality'

export type Located = {
  outcome: 'located'
  lat: number
  lon: number
  precision: Precision
  /** Radius in kilometres within which the true point is expected. */
  uncertaintyKm: number
  locality: string | null
  postcode: string | null
  /** Spanish province, the first two digits of its postcodes: tells islands, Ceuta and Melilla from the mainland. */
  provinceCode: string | null
  /** ISO 3166, lower case. */
  countryCode: string
  provider: string
  /** 0 to 1, comparable only within one provider. */
  confidence: number
}

/**
 * `not_found`, `ambiguous` and `conflict` mean that the address is bad (422 `geocoding_failed`, spec part 7);
 * `unavailable` means that the geocoder failed (503). `retryAfterSeconds` is the `Retry-After` of the geocoder;
 * `reason` is for the operator and has no part of the address.
 */
export type Refusal =
  | { outcome: 'not_found'; unknown?: string }
  | { outcome: 'ambiguous' }
  | { outcome: 'conflict' }
export type Unavailable = { outcome: 'unavailable'; reason?: string; retryAfterSeconds?: number }
export type Geocoded = Located | Refusal | Unavailable

/** One end of a job: the given address, and the location found for it with its uncertainty. */
export type Stop = Omit<Located, 'outcome' | 'confidence'> & {
  address: string
  floor: number | null
  hasElevator: boolean | null
  /** Where the address was located, once staff or the customer have set a pin. */
  located?: Pick<Located, 'lat' | 'lon' | 'uncertaintyKm'>
  /** The pin of the customer that the price was made for, if it was made again. */
  priced?: Pick<Located, 'lat' | 'lon'>
}

export type Route = { distanceKm: number; driveMinutes: number; source: string; approximate: boolean }

/** Spec 2.4, in whole cents. */
export type Price = {
  breakdown: {
    baseCents: number
    distanceKm: number
    distanceCents: number
    stairsCents: number
    serviceModifier: number
    urgencyModifier: number
  }
  baseCents: number
  feeCents: number
  totalCents: number
  helperCents: number
}

/** Who issues a page with a number, as the settings named the company then. */
export type InvoiceSeller = { name: string; taxNumber: string | null; address: string | null }

/**
 * A line of a page. Positive, except for the corrections of a statement. Without tax `netCents`, `vatCents` and
 * `basisPoints` are null.
 */
export type InvoiceLine = {
  item: InvoiceItem
  soldBy: 'platform' | 'carrier'
  grossCents: number
  netCents: number | null
  vatCents: number | null
  /** The rate: 2100 is 21 %. */
  basisPoints: number | null
}

/** A movement that a page tells, with its own instant (ISO 8601). */
export type InvoiceEvent = { kind: InvoiceEventKind; at: string; amountCents: number }

/** What a page with a number says, in no language and without the person. */
export type InvoiceContent = {
  seller: InvoiceSeller
  lines: InvoiceLine[]
  events: InvoiceEvent[]
  /** Names of the towns of the job; null without a job. */
  route: InvoiceRoute | null
  /** In which its instants are shown; absent on pages of earlier versions, which said UTC. */
  timeZone?: string
  /** True if the page is a simplified invoice, or corrects one; absent on others. */
  simplified?: boolean
  /** Only of a carrier's month. */
  statement?: InvoiceStatement
}

type InvoiceRoute = { from: string; to: string }

/** A movement of a carrier. Negative if it lowers what is owed to the carrier. */
export type StatementMovement = {
  kind: StatementLineKind
  at: string
  jobId: string | null
  route: InvoiceRoute | null
  amountCents: number
}

export type InvoiceStatement = {
  /** Such as `2026-03`. */
  month: string
  /** Owed to the carrier before and after these movements. */
  openingCents: number
  closingCents: number
  /** Why it is not the carrier's invoice, if the company writes those. */
  missing: StatementGap[]
  movements: StatementMovement[]
}

/** The person of a page as known when it was issued. Only carriers have tax data. */
export type InvoiceParty = { name: string | null; taxNumber?: string; address?: string }

/** A difference between the ledger and the other tables, in cents. */
export type Difference = { check: string; subject: string; expected_cents: number; actual_cents: number }

/** How far the check of the whole ledger has come. */
export type LedgerWalk = {
  /** The beginning of the walk, with microseconds. */
  began: string
  /** The next part begins after this payment, wallet or day, or with the first one. */
  stage: 'payments' | 'wallets' | 'days'
  after: string | null
  /** The number of accounts with a balance that were found so far, by their kind. */
  accounts: Record<string, number>
  found: Difference[]
  /** Names of the differences that were known at the beginning. */
  known: string[]
}

/** Totals of a day's captures, refunds or transfers in our books and at the processor. */
export type DayFigure = {
  kind: 'capture' | 'refund' | 'transfer'
  our_count: number
  our_cents: number
  their_count: number
  their_cents: number
}

/** The figures of a month, from the ledger of live jobs. Amounts are cents; a balance is credits minus debits. */
export type MonthFigures = {
  /** Rows of the ledger. */
  rows: number
  /** All accounts of a kind are one, except the accounts of processors and the platform. */
  accounts: { account: string; opening_cents: number; closing_cents: number }[]
  movements: { account: string; kind: string; debit_cents: number; credit_cents: number }[]
  /** Jobs whose money was shared out: deliveries, and cancellations with a fee. */
  jobs: { completed: number; cancelled: number }
}

/** A figure of a closed month that is different in the ledger now. */
export type ClosingDifference = { account: string; figure: string; closed_cents: number; now_cents: number }

/** The balance of an account of the ledger, or of all accounts of a kind: credits minus debits, in cents. */
export type AccountBalance = {
  account: string
  balance_cents: number
  /** The number of accounts with a balance. */
  accounts: number
}
/** One line of `dray doctor`: the check, its result, and in `remedy` what to do about a warning or failure. */
export type Check = {
  name: CheckName
  status: 'ok' | 'warn' | 'fail'
  detail: Finding
  remedy: Remedy | null
}

/** Values of settings by name. */
export type SettingValues = Record<string, string | null>

export type AuditTarget = {
  type:
    | 'partner'
    | 'key'
    | 'job'
    | 'payment'
    | 'effect'
    | 'dispute'
    | 'account'
    | 'tariff'
    | 'setting'
    | 'country'
    | 'member'
    | 'invitation'
    | 'today'
    | 'job_view'
    | 'job_export'
    | 'audit'
    | 'reconciliation'
    | 'difference'
    | 'month'
    | 'money'
    | 'provider'
    | 'installation'
    | 'document'
    | 'invoice'
  id: string
}

/** The values before and after, for each column that changed. Never a phone, a customer's name or a key. */
export type AuditChanges = Record<string, { from: unknown; to: unknown }>
