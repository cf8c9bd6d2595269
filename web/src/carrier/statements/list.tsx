import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listMyStatements, type StatementHead } from '#contract/app/statements.ts'
import { money } from '../../kit/money.ts'
import { monthTitle } from '../../kit/months.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PartFailed } from '../../shared/part-failed.tsx'
import { Section } from '../../shared/section.tsx'

/** The numbered statements of the carrier, the newest first. */
export function StatementsSection() {
  const { t } = useTexts('carrier')
  const { data, error, refetch } = useQuery(reading(listMyStatements, {}))
  return (
    <div className="carrier-no-print">
      <Section title={t('statements.title')} anchor="statements">
        {error && !data && <PartFailed error={error} onRetry={() => void refetch()} />}
        {data?.statements.length === 0 && <Text c="dimmed">{t('statements.none')}</Text>}
        {data && data.statements.length > 0 && (
          <ul className="carrier-entries">
            {data.statements.map((statement) => (
              <li key={statement.invoice_id}>
                <Line statement={statement} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

function Line({ statement: { invoice_id, number, kind, month, total_cents } }: { statement: StatementHead }) {
  const { t } = useTexts('carrier')
  return (
    <Link
      to="/carrier/statements/$statementId"
      params={{ statementId: invoice_id }}
      className="carrier-entry"
    >
      <Text span fw={600}>
        {monthTitle(month)}
      </Text>
      <Text span fw={650}>
        {money(total_cents)}
      </Text>
      <Text span size="sm" c="dimmed">
        {t(`statements.kinds.${kind}`)} · {number}
      </Text>
    </Link>
  )
}
