import { jobSizes } from '#contract/vocabulary.ts'
import { carrierSharePercent, type Fee, fairTable, feeCents, type Rule } from '../server/jobs/fair-table.ts'
import { between } from './settings-page.ts'

/** Returns `docs/operating.md` with the table of `server/jobs/fair-table.ts` between its markers. */
export const withFairTable = (page: string): string => between(page, 'fair', table())

function table(): string {
  const head = ['Who', 'What happens', 'Stage', 'The customer pays', 'The carrier gets', 'The platform keeps']
  const rules = Object.values<Rule>(fairTable)
  return [
    line([...head, 'Strike', 'Who decides']),
    line([...head, '', ''].map(() => '---')),
    ...rules.map(row),
  ].join('\n')
}

const row = ({ endedBy, why, stage, fee, strike, decides }: Rule): string =>
  line([endedBy, why, stage, ...shares[fee], strike ? 'yes' : 'no', decides])

const lateFees = jobSizes
  .map((size) => feeCents('late', { size, totalCents: Number.MAX_SAFE_INTEGER, tripFeeCents: 0 }) / 100)
  .join('/')

/** What the customer pays, and what of it the carrier and the platform get. */
const shares: Record<Fee, [string, string, string]> = {
  none: ['nothing', 'nothing', 'nothing'],
  late: [`${lateFees} € by size`, `${carrierSharePercent} %`, `${100 - carrierSharePercent} %`],
  trip: ['`WASTED_TRIP_FEES` by size', `${carrierSharePercent} %`, `${100 - carrierSharePercent} %`],
  price: ['the price', 'their amount', 'its fee'],
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
