import type { Decision } from './limiter.ts'
import { connectRedisLimiter } from './redis-limiter.ts'

/** Runs one node in a separate process for `testing.ts`: receives an `Order`, sends back a `Report`. */
export type Order = { subject: string; limit: number; calls: number }
export type Report = { answers: Decision[]; degraded: boolean }

const [url = '', windowMs = '60000', answerMs = '200'] = process.argv.slice(2)
const limiter = await connectRedisLimiter({
  url,
  keyPrefix: 'test:rate:',
  log: { info: () => {}, warn: () => {} },
  windowMs: Number(windowMs),
  answerMs: Number(answerMs),
})

process.on('message', ({ subject, limit, calls }: Order) => {
  void Promise.all(Array.from({ length: calls }, async () => limiter.take(subject, limit))).then((answers) =>
    process.send?.({ answers, degraded: limiter.degraded() } satisfies Report),
  )
})
process.on('disconnect', () => void limiter.stop())
process.send?.('ready')
