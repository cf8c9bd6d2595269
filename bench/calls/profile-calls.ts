import { startGenerator } from '../load/generator.ts'
import { printProfile, profileFile } from '../profile/save-profile.ts'
import type { Bench } from '../support/bench.ts'
import { startDray } from '../support/servers.ts'
import { type CallName, requestsOf } from './loads.ts'
import { openScene } from './scene.ts'

const warmUpSeconds = 5

/** A CPU profile of Dray, run from its sources, under each load: where the time of a request goes. */
export async function profileCalls(bench: Bench, calls: readonly CallName[]): Promise<void> {
  const { db, options } = bench
  await using dray = await startDray(db.url, { profiled: true })
  await using generator = await startGenerator()
  const scene = await openScene(bench, dray.url)
  const seconds = options.seconds * options.rounds
  for (const call of calls) {
    const requests = requestsOf(call, scene).dray
    await generator.prepare({ name: call, url: dray.url, requests, isLimited: true })
    for (const connections of options.connections) {
      await generator.run(call, { connections, seconds: warmUpSeconds })
      await dray.startProfile()
      const { answered, wrong, samples } = await generator.run(call, { connections, seconds })
      const file = profileFile(`${call}-${connections}`)
      await dray.stopProfile(file)
      if (wrong > 0) throw new Error(samples.join(', '))
      printProfile(`${call}, ${connections} connections`, { file, count: answered })
    }
  }
}
