import { newReceipt } from './invoices.ts'
import type { Market } from './market.ts'
import type { Person } from './person.ts'
import { newStatement, taxData } from './statements.ts'

type Stage = { market: Market; customer: Person; carrier: Person }

/** The scenes of the authority table for receipts, statements and tax data. */
export function pageScenes<S extends Stage>({ completed }: { completed: (stage: S) => Promise<unknown> }) {
  const receipt = async (stage: S) => {
    await completed(stage)
    return { params: { invoice_id: await newReceipt(stage.market.app, stage.customer) } }
  }
  const statement = async (stage: S) => {
    await completed(stage)
    return { params: { invoice_id: await newStatement(stage.market.app, stage.carrier) } }
  }
  const nothing = () => Promise.resolve({})
  return {
    listMyInvoices: [nothing],
    downloadInvoice: [receipt],
    readMyTaxData: [nothing],
    saveMyTaxData: [() => Promise.resolve({ body: taxData })],
    listMyStatements: [nothing],
    readMyStatement: [statement],
  }
}
