import { useQuery } from '@tanstack/react-query'
import { type CarrierStatement, readCarrierStatement } from '#contract/admin/statements.ts'
import type { CarrierStatementLine } from '#contract/statement.ts'
import { money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Facts } from '../../panel/facts.tsx'
import { PanelLink, useAddress } from '../../panel/link.tsx'
import { currentMonth } from '../../panel/months.ts'
import { Section } from '../../panel/section.tsx'
import { placeOf } from '../places.ts'

/** What a carrier earned and was paid in a month. */
export function CarrierStatementPage({ accountId, month }: { accountId: string; month: string }) {
  const { t } = useTexts('closing')
  const [{ before }] = useAddress()
  const query = { month, ...(before && { before }) }
  const { data, error, refetch } = useQuery(
    reading(readCarrierStatement, { params: { account_id: accountId }, query }),
  )
  return (
    <>
      {data && <Summary statement={data} />}
      <DataTable
        label={t('statements.lines')}
        columns={useColumns()}
        rows={data?.lines}
        rowId={({ line_id }) => line_id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('statements.none') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </>
  )
}

function Summary({ statement }: { statement: CarrierStatement }) {
  const { t } = useTexts('closing')
  const { account_id, name, month, opening_cents, closing_cents, totals } = statement
  return (
    <Section
      title={t('statements.summary')}
      text={
        <PanelLink className="dray-plain-link" {...placeOf.carrier(account_id)}>
          {name ?? t('statements.erased')}
        </PanelLink>
      }
    >
      <Facts
        facts={[
          [t('statements.opening'), money(opening_cents)],
          ...totals.map(({ kind, lines, amount_cents }): [string, string] => [
            t('statements.totalOf', { kind: t(`statements.lineKinds.${kind}`), count: lines }),
            money(amount_cents),
          ]),
          [
            t(month === currentMonth() ? 'statements.closingNow' : 'statements.closing'),
            money(closing_cents),
          ],
        ]}
      />
    </Section>
  )
}

function useColumns(): Column<CarrierStatementLine>[] {
  const { t } = useTexts('closing')
  return [
    {
      id: 'kind',
      head: t('statements.kind'),
      isMain: true,
      cell: ({ kind }) => t(`statements.lineKinds.${kind}`),
    },
    {
      id: 'job',
      head: t('statements.job'),
      grows: true,
      cell: ({ job_id, short_id }) =>
        job_id && (
          <PanelLink className="dray-plain-link" {...placeOf.job(job_id)}>
            <code>{short_id ?? job_id}</code>
          </PanelLink>
        ),
    },
    {
      id: 'at',
      head: t('statements.at'),
      cell: ({ at }) => <time dateTime={at}>{dayAndTime(at)}</time>,
    },
    {
      id: 'amount',
      head: t('statements.amount'),
      isNumber: true,
      cell: ({ amount_cents }) => money(amount_cents),
    },
  ]
}
