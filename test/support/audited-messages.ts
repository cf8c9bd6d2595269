import { acceptedDeal, report } from './deals.ts'
import type { Market } from './market.ts'

async function reported(market: Market): Promise<string> {
  const deal = await acceptedDeal(market)
  await report(deal)
  return deal.job_id
}

/** The commands about messages of a job, for `audited-commands.ts`. */
export const messageActs = [
  {
    command: 'job answer',
    prepare: async (market: Market) => ({
      args: [await reported(market), '--to', 'customer', '--text', 'We look into it'],
      act: 'job.answer',
    }),
  },
  {
    command: 'job messages',
    prepare: async (market: Market) => ({
      args: [await reported(market), '--together'],
      act: 'job.read_messages',
    }),
  },
]
