import test, { after } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../server/lib/ids.ts'
import { noTimes } from '../model/window-model.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { saveCard } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { inDays } from '../support/window-times.ts'
import { allActs, begun } from './life-acts.ts'
import type { Model, Real } from './life-model.ts'

/*
 * The whole life of a job, with acts in any order: each response is the one of spec part 3 and DESIGN 3, Life, and
 * only transitions of the table happen.
 */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

async function newJob(): Promise<{ model: Model; real: Real }> {
  const customer = await market.person()
  const carriers = [await market.carrier(), await market.carrier()]
  const { job_id: id } = await market.draft(customer)
  const windows = Array.from({ length: 7 }, (_, number) => ({ id: newId(), day: inDays(2 + number) }))
  const real = { market, id, customer, carriers, methodId: await saveCard(customer), windows }
  const model: Model = {
    status: 'draft',
    carrier: null,
    cancelledBy: null,
    collected: false,
    delivered: false,
    isLate: false,
    customerRated: false,
    carrierRated: false,
    times: noTimes,
    isOverdue: false,
    hasReminders: false,
    reminded: 0,
  }
  return { model, real }
}

test('3 the life of a job: any acts in any order are answered as the table of transitions says', async () => {
  const commands = fc.commands(
    allActs.map((command) => fc.constant(command)),
    { size: 'max', maxCommands: 16 },
  )
  await fc.assert(
    fc.asyncProperty(fc.boolean(), commands, async (isAccepted, cmds) => {
      const job = await newJob()
      if (isAccepted) await fc.asyncModelRun(() => job, begun)
      await fc.asyncModelRun(() => job, cmds)
      await settleMoney(app)
      await assertBooks(app.db)
    }),
    {
      numRuns: 12 * Number(process.env['FC_TIMES'] ?? 1),
      interruptAfterTimeLimit: 80_000 * Number(process.env['FC_TIMES'] ?? 1),
    },
  )
})
