import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type Price = JobForStaff['price']

const lines = [
  'base_cents',
  'distance_cents',
  'stairs_cents',
  'fee_cents',
  'total_cents',
  'carrier_cents',
] as const

/** The stored price beside the one computed again from the stored tariff and trip. */
export function PriceTable({ price: { stored, recomputed, matches } }: { price: Price }) {
  const { t } = useTexts('jobs')
  const verdict = matches === null ? 'cannot' : matches ? 'matches' : 'differs'
  return (
    <>
      <table className="panel-sums">
        <thead>
          <tr>
            <th scope="col">{t('job.line')}</th>
            <th scope="col" data-number>
              {t('job.stored')}
            </th>
            {recomputed && (
              <th scope="col" data-number>
                {t('job.recomputed')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line} data-differs={(recomputed && recomputed[line] !== stored[line]) || undefined}>
              <th scope="row">{t(`job.lines.${line}`)}</th>
              <td data-number>{money(stored[line])}</td>
              {recomputed && <td data-number>{money(recomputed[line])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="panel-verdict" data-kind={verdict}>
        {t(`job.${verdict}`)}
      </p>
    </>
  )
}
