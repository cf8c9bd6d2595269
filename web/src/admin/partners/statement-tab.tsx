import { exportPartnerStatement } from '#contract/admin/statements.ts'
import { requestOf } from '../../kit/api.ts'
import { CsvLink } from '../../panel/csv-link.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { currentMonth, isMonth } from '../../panel/months.ts'
import { MonthField } from '../../partnership/statement/month-field.tsx'
import { StatementOfPartner } from '../closing/statement-of-partner.tsx'

/** The jobs of the partner in a month, what customers paid for them, and what the platform got. */
export function StatementTab({ partnerId }: { partnerId: string }) {
  const [{ month: asked = '' }] = useAddress()
  const month = isMonth(asked) ? asked : currentMonth()
  const file = { params: { partner_id: partnerId }, query: { month } }
  return (
    <>
      <Filters>
        <MonthField month={month} />
        <CsvLink href={requestOf(exportPartnerStatement, file).url} />
      </Filters>
      <StatementOfPartner partnerId={partnerId} month={month} />
    </>
  )
}
