import { openDatabase } from '../../server/db/database.ts'
import { claimRow, type LeasedRows } from '../../server/db/leased-rows.ts'

/** The process of a worker: claims one row, prints the claim, and works until it is killed. */
export type ClaimOrder = { url: string; rows: LeasedRows<'sms' | 'payment_effect' | 'push'>; id: string }

const order = JSON.parse(process.argv[2] ?? '') as ClaimOrder
const database = openDatabase({
  connection: { connectionString: order.url },
  maxConnections: 1,
  onError: () => {},
})
const claimed = await claimRow(database.kysely, order.rows, order.id)
console.log(JSON.stringify({ id: order.id, claimId: claimed?.claimId }))
setInterval(() => {}, 60_000)
