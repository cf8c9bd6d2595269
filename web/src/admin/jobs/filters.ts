import {
  type JobFilters,
  type MoneyFilter,
  moneyFilters,
  type ProblemFilter,
  problemFilters,
} from '#contract/admin/job-filters.ts'
import { type JobStatus, jobStatuses, type KeyMode, keyModes } from '#contract/vocabulary.ts'
import { isoDay, localTimeZone } from '../../kit/when.ts'
import type { Search } from '../../panel/link.tsx'
import { startOfDay } from '../../panel/start-of-day.ts'

/** The search parameters that filter the list. */
export const jobFilterNames = [
  'q',
  'status',
  'money',
  'problem',
  'mode',
  'from',
  'to',
  'pickup',
  'dropoff',
  'partner',
  'customer',
  'carrier',
  'phone',
] as const

/** The filters of the URL as query of the request: `from` and `to` are days of the reader, both included. */
export function filtersOf(address: Search): JobFilters {
  const status = (address.status ?? '')
    .split(',')
    .filter((each): each is JobStatus => isOne(jobStatuses, each))
  const { money, problem, mode, partner, customer, carrier } = address
  const [from, to] = [startOfDay(address.from, 0), startOfDay(address.to, 1)]
  return {
    ...(address.q && { search: address.q }),
    ...(status.length > 0 && { status }),
    ...(isOne<MoneyFilter>(moneyFilters, money) && { money }),
    ...(isOne<ProblemFilter>(problemFilters, problem) && { problem }),
    ...(isOne<KeyMode>(keyModes, mode) && { mode }),
    ...(from && { created_from: from }),
    ...(to && { created_to: to }),
    ...(address.pickup && { pickup_town: address.pickup }),
    ...(address.dropoff && { dropoff_town: address.dropoff }),
    ...(partner && { partner_id: partner }),
    ...(customer && { customer_id: customer }),
    ...(carrier && { carrier_id: carrier }),
  }
}

/** The search parameters of a saved view. */
export function addressOf(filters: JobFilters): Search {
  const given: Search = {
    q: filters.search,
    status: filters.status?.join(),
    money: filters.money,
    problem: filters.problem,
    mode: filters.mode,
    from: filters.created_from && isoDay(filters.created_from, localTimeZone()),
    to: filters.created_to && lastDay(filters.created_to),
    pickup: filters.pickup_town,
    dropoff: filters.dropoff_town,
    partner: filters.partner_id,
    customer: filters.customer_id,
    carrier: filters.carrier_id,
  }
  return Object.fromEntries(jobFilterNames.map((name) => [name, given[name]]))
}

/** True if the URL has exactly these filters. */
export const isShown = (filters: JobFilters, address: Search): boolean => {
  const wanted = addressOf(filters)
  return jobFilterNames.every((name) => (wanted[name] ?? '') === (address[name] ?? ''))
}

const isOne = <T extends string>(all: readonly T[], value: string | undefined): value is T =>
  all.some((each) => each === value)

/** The day before the instant at which the next one begins. */
const lastDay = (end: string): string => isoDay(new Date(Date.parse(end) - 1).toISOString(), localTimeZone())
