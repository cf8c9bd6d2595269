import { newId } from '../../server/lib/ids.ts'
import type { Scene } from './closing-scenes.ts'
import type { Market } from './market.ts'

const change = ({ app }: Market, statement: string, ...values: unknown[]) =>
  app.db.pool.query(statement, values)

const addNode = (
  market: Market,
  { id, role, startedAgo }: { id: string; role: string; startedAgo: string },
) =>
  change(
    market,
    `insert into node (id, role, host, version, node_version, contradictions, started_at)
     values ($1, $2, 'host', '0', '0', '{}', now() - $3::interval)`,
    id,
    role,
    startedAgo,
  )

/** No node runs the background tasks, or one of them is late. */
export const stoppedTasks: Scene[] = [
  async (market) => {
    const id = newId()
    await addNode(market, { id, role: 'serve', startedAgo: '3 minutes' })
    return { subject: 'all', end: () => change(market, 'delete from node where id = $1', id) }
  },
  async (market) => {
    const id = newId()
    await addNode(market, { id, role: 'work', startedAgo: '1 hour' })
    await change(
      market,
      `insert into task_run (task, ended_at, ms, next_at) values ('send-due-sms', now() - interval '17 minutes', 5,
           now() - interval '16 minutes')
         on conflict (task) do update set ended_at = excluded.ended_at, next_at = excluded.next_at`,
    )
    const end = async () => {
      await change(market, `delete from task_run where task = 'send-due-sms'`)
      await change(market, 'delete from node where id = $1', id)
    }
    return { subject: 'send-due-sms', end }
  },
]
