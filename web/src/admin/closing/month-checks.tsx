import type { MonthReport } from '#contract/admin/months.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** Whether the figures of a month agree with each other, with other months and with the processor. */
export function MonthChecks({ checks }: Pick<MonthReport, 'checks'>) {
  const { t } = useTexts('closing')
  const { open_differences: open } = checks
  const said = (agrees: boolean | null) =>
    agrees === null ? t('months.notYet') : t(agrees ? 'months.yes' : 'months.no')
  const named = ['balanced', 'follows_month_before', 'agrees_with_next_month', 'ledger_agrees'] as const
  return (
    <>
      <h3>{t('months.checks')}</h3>
      <table className="panel-sums" aria-label={t('months.checks')}>
        <tbody>
          {named.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`months.check.${name}`)}</th>
              <td data-differs={checks[name] === false || undefined}>{said(checks[name])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('months.check.differences')}</th>
            <td data-differs={Boolean(open) || undefined}>
              {open ? t('months.open', { count: open }) : said(open === null ? null : true)}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}
