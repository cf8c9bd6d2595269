import { recordAudit } from '../../server/db/audit.ts'
import { openDatabase } from '../../server/db/database.ts'

/** The process of a node: records audit events one after the other, until it is killed. */
const connection = { connectionString: process.argv[2] ?? '' }
const { kysely } = openDatabase({ connection, maxConnections: 3, onError: () => {} })
const actor = { type: 'system', name: String(process.pid) } as const
const write = async () => {
  for (;;) {
    await kysely.transaction().execute(async (trx) => {
      for (const id of ['a', 'b'])
        await recordAudit(trx, { actor, act: 'key.update', targets: [{ type: 'key', id }] })
    })
    console.log('written')
  }
}
await Promise.all([write(), write(), write()])
