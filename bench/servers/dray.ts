import { composeDray } from '../support/compose-dray.ts'

const dray = await composeDray(process.env.DATABASE_URL ?? '')
await dray.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'listening' })
// As `start/run.ts` does: the log of calls is part of what a call costs.
setInterval(() => void dray.activity.flush(), 1_000)
if (process.env.BENCH_TASKS) dray.startTasks()
process.on('SIGINT', () => process.exit(0))
process.send?.({ port: (dray.app.server.address() as { port: number }).port })
