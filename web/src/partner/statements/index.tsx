import { useQuery } from '@tanstack/react-query'
import { exportOwnStatement, readOwnStatement } from '#contract/partner-panel/statements.ts'
import { requestOf } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CsvLink } from '../../panel/csv-link.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { currentMonth, isMonth } from '../../panel/months.ts'
import { Page } from '../../panel/page.tsx'
import { PartnerStatementView } from '../../partnership/statement/index.tsx'
import { MonthField } from '../../partnership/statement/month-field.tsx'

/** The outcomes of the own jobs in a month, with a file. */
export function Statements() {
  const { t } = useTexts('partner')
  const [{ month: asked = '', before }] = useAddress()
  const month = isMonth(asked) ? asked : currentMonth()
  const query = { month, ...(before && { before }) }
  const read = useQuery(reading(readOwnStatement, { query }))
  const file = <CsvLink href={requestOf(exportOwnStatement, { query: { month } }).url} />
  return (
    <Page title={t('nav.statements')} lead={t('statements.lead')} actions={file}>
      <Filters>
        <MonthField month={month} />
      </Filters>
      <PartnerStatementView read={read} jobPage={jobPage} />
    </Page>
  )
}

const jobPage = (jobId: string) => ({ to: `/partner/jobs/${jobId}` })
