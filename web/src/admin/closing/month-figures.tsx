import './closing.css'
import type { MonthReport } from '#contract/admin/months.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useLedgerNames } from './ledger-names.ts'

/** Of each account the balance at the start, what came in and went out, and the balance at the end. */
export function MonthFigures({ report: { accounts, movements } }: { report: MonthReport }) {
  const { t } = useTexts('closing')
  const { accountName, kindName } = useLedgerNames()
  const sum = (account: string, side: 'debit_cents' | 'credit_cents') =>
    movements.filter((each) => each.account === account).reduce((total, each) => total + each[side], 0)
  return (
    <>
      <h3>{t('months.figures')}</h3>
      <p>{t('months.figuresText')}</p>
      <Table
        label={t('months.figures')}
        heads={[t('months.account'), t('months.opening'), t('months.in'), t('months.out'), t('months.end')]}
        rows={accounts.map(({ account, opening_cents, closing_cents }) => ({
          id: account,
          name: accountName(account),
          cents: [opening_cents, sum(account, 'credit_cents'), sum(account, 'debit_cents'), closing_cents],
        }))}
      />
      <h3>{t('months.movements')}</h3>
      <Table
        label={t('months.movements')}
        heads={[t('months.account'), t('months.kind'), t('months.in'), t('months.out')]}
        rows={movements.map(({ account, kind, debit_cents, credit_cents }) => ({
          id: `${account} ${kind}`,
          name: accountName(account),
          text: kindName(kind),
          cents: [credit_cents, debit_cents],
        }))}
      />
    </>
  )
}

/** Current figures of the ledger that differ from those at the closing of the month. */
export function ChangedFigures({ differences }: Pick<MonthReport, 'differences'>) {
  const { t } = useTexts('closing')
  const { accountName, kindName } = useLedgerNames()
  if (differences.length === 0) return null
  const figureName = (figure: string) => {
    if (figure === 'opening') return t('months.opening')
    if (figure === 'closing') return t('months.end')
    const [kind = '', side] = figure.split(':')
    return t(side === 'credit' ? 'months.side.credit' : 'months.side.debit', { kind: kindName(kind) })
  }
  return (
    <>
      <h3>{t('months.differences')}</h3>
      <p className="panel-verdict" data-kind="differs">
        {t('months.differencesText')}
      </p>
      <Table
        label={t('months.differences')}
        heads={[t('months.account'), t('months.figure'), t('months.before'), t('months.now')]}
        rows={differences.map(({ account, figure, closed_cents, now_cents }) => ({
          id: `${account} ${figure}`,
          name: accountName(account),
          text: figureName(figure),
          cents: [closed_cents, now_cents],
        }))}
      />
    </>
  )
}

type Row = { id: string; name: string; text?: string; cents: number[] }

function Table({ label, heads, rows }: { label: string; heads: string[]; rows: Row[] }) {
  const sums = rows[0]?.cents.length ?? 0
  return (
    <table className="panel-sums closing-sums" aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} scope="col" data-number={at >= heads.length - sums || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, text, cents }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {text !== undefined && <td data-head={heads[1]}>{text}</td>}
            {cents.map((each, at) => {
              const head = heads.at(at - cents.length)
              return (
                <td key={head} data-head={head} data-number>
                  {money(each)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
