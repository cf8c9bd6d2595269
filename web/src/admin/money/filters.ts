import type { Search } from '../../panel/link.tsx'
import { startOfDay } from '../../panel/start-of-day.ts'
import { centsOf } from '../job/cents-of.ts'

/** The search parameters of every list of money. */
export const moneyFilterNames = ['job', 'partner', 'from', 'to', 'min', 'max', 'processor'] as const

/** The filters of the URL as query of the request: `from` and `to` are days of the reader, both included. */
export function moneyQuery(address: Search) {
  const [from, to] = [startOfDay(address.from, 0), startOfDay(address.to, 1)]
  const [min_cents, max_cents] = [amount(address.min), amount(address.max)]
  return {
    ...(address.job && { job_id: address.job }),
    ...(from && { from }),
    ...(to && { to }),
    ...(min_cents !== null && { min_cents }),
    ...(max_cents !== null && { max_cents }),
  }
}

const amount = (typed: string | undefined): number | null => (typed ? centsOf(typed) : null)

export const ofPartner = ({ partner }: Search) => (partner ? { partner_id: partner } : {})

export const ofProcessor = ({ processor }: Search) => (processor ? { processor } : {})

/** The value if it is one of these. */
export const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | undefined =>
  all.find((each) => each === value)

/** The place of the page; files have no pages. */
export const ofPage = ({ before }: Search) => (before ? { before } : {})
