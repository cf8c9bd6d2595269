import type { Reconciliation } from '#contract/admin/reconciliation.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** Counts and sums of a day on both sides. */
export function Figures({ figures }: Pick<Reconciliation, 'figures'>) {
  const { t } = useTexts('closing')
  const shown = (count: number, cents: number) =>
    count === 0 ? t('reconciliation.nothing') : t('reconciliation.count', { count, amount: money(cents) })
  return (
    <>
      <h3>{t('reconciliation.figures')}</h3>
      <p>{t('reconciliation.figuresText')}</p>
      <table className="panel-sums" aria-label={t('reconciliation.figures')}>
        <thead>
          <tr>
            <th scope="col">{t('reconciliation.kind')}</th>
            <th scope="col">{t('reconciliation.ours')}</th>
            <th scope="col">{t('reconciliation.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ kind, our_count, our_cents, their_count, their_cents }) => {
            const differs = our_count !== their_count || our_cents !== their_cents
            return (
              <tr key={kind}>
                <th scope="row">{t(`reconciliation.kinds.${kind}`)}</th>
                <td data-differs={differs || undefined}>{shown(our_count, our_cents)}</td>
                <td data-differs={differs || undefined}>{shown(their_count, their_cents)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
