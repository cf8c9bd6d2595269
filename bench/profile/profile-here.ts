import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/** Writes a CPU profile of this process during the work. */
export async function profileHere(file: string, work: () => Promise<void>): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  writeFileSync(file, JSON.stringify(profile))
}
