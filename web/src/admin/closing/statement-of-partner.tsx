import { useQuery } from '@tanstack/react-query'
import { readPartnerStatement } from '#contract/admin/statements.ts'
import { reading } from '../../kit/query-client.ts'
import { PanelLink, useAddress } from '../../panel/link.tsx'
import { PartnerStatementView } from '../../partnership/statement/index.tsx'
import { placeOf } from '../places.ts'

/** The outcomes of a partner's jobs in a month. */
export function StatementOfPartner({ partnerId, month }: { partnerId: string; month: string }) {
  const [{ before }] = useAddress()
  const query = { month, ...(before && { before }) }
  const read = useQuery(reading(readPartnerStatement, { params: { partner_id: partnerId }, query }))
  const company = read.data && (
    <PanelLink className="dray-plain-link" {...placeOf.partner(partnerId)}>
      {read.data.company_name}
    </PanelLink>
  )
  return <PartnerStatementView read={read} jobPage={placeOf.job} company={company} />
}
