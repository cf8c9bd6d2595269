import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PartnerStatement } from '#contract/admin/statements.ts'
import type { PartnerStatementLine } from '#contract/statement.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'

type PartnerStatementViewProps = {
  read: UseQueryResult<PartnerStatement>
  /** The page of a job. */
  jobPage: (jobId: string) => { to: string }
  /** Beside the summary: whose statement it is. */
  company?: ReactNode
}

/** The outcomes of a partner's jobs in a month. */
export function PartnerStatementView({ read, jobPage, company }: PartnerStatementViewProps) {
  const { t } = useTexts('closing')
  const { data, error, refetch } = read
  return (
    <>
      {data && <Summary statement={data} company={company} />}
      <DataTable
        label={t('statements.lines')}
        columns={useColumns(jobPage)}
        rows={data?.lines}
        rowId={({ job_id }) => job_id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('statements.none') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </>
  )
}

const states = [
  ...(['draft', 'posted', 'accepted', 'completed', 'cancelled'] as const),
  ...(['expired', 'withdrawn'] as const),
]

type SummaryProps = { statement: PartnerStatement; company?: ReactNode }

function Summary({ statement: { jobs, totals }, company }: SummaryProps) {
  const { t } = useTexts('closing')
  return (
    <Section title={t('statements.summary')} text={company}>
      <Facts
        facts={[
          [t('statements.captured'), money(totals.captured_cents)],
          [t('statements.refunded'), money(totals.refunded_cents)],
          [t('statements.cancellations'), money(totals.cancellation_cents)],
          [t('statements.carriers'), money(totals.carrier_cents)],
          [t('statements.platform'), money(totals.platform_cents)],
          [t('statements.waiting'), money(totals.waiting_cents)],
        ]}
      />
      <h3>{t('statements.handedOver')}</h3>
      <Facts facts={states.map((state) => [t(`statements.states.${state}`), jobs[state]])} />
    </Section>
  )
}

function useColumns(jobPage: PartnerStatementViewProps['jobPage']): Column<PartnerStatementLine>[] {
  const { t } = useTexts('closing')
  return [
    {
      id: 'job',
      head: t('statements.job'),
      isMain: true,
      cell: ({ job_id, handed_over_job_id, short_id }) => (
        <PanelLink className="dray-plain-link" {...jobPage(handed_over_job_id ?? job_id)}>
          <code>{short_id}</code>
        </PanelLink>
      ),
    },
    {
      id: 'reference',
      head: t('statements.reference'),
      grows: true,
      cell: ({ external_reference, handed_over_job_id }) => (
        <>
          {external_reference}
          {handed_over_job_id && <small> {t('statements.nextCarrier')}</small>}
        </>
      ),
    },
    { id: 'status', head: t('reconciliation.state'), cell: ({ status }) => t(`statements.status.${status}`) },
    {
      id: 'captured',
      head: t('statements.captured'),
      isNumber: true,
      cell: ({ captured_cents }) => money(captured_cents),
    },
    {
      id: 'refunded',
      head: t('statements.refunded'),
      isNumber: true,
      isForDesk: true,
      cell: ({ refunded_cents }) => money(refunded_cents),
    },
    {
      id: 'carriers',
      head: t('statements.carriers'),
      isNumber: true,
      isForDesk: true,
      cell: ({ carrier_cents }) => money(carrier_cents),
    },
    {
      id: 'platform',
      head: t('statements.platform'),
      isNumber: true,
      isForDesk: true,
      cell: ({ platform_cents }) => money(platform_cents),
    },
  ]
}
