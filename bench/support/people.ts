import { startSession } from '../../server/accounts/session-store.ts'
import { newId } from '../../server/lib/ids.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { openStream } from '../../test/support/event-stream.ts'
import type { PreparedRequest } from '../load/load.ts'
import { prepare } from '../load/prepare.ts'

/** Signed-in customers, each with an open event stream. */
export type People = AsyncDisposable & {
  /** Requests for their own jobs. */
  reads: PreparedRequest[]
  openStreams: () => number
}

export async function openPeople(db: TestDatabase, url: string, count: number): Promise<People> {
  const opened = new AsyncDisposableStack()
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  const reads: PreparedRequest[] = []
  for (let number = 0; number < count; number++) {
    const headers = { authorization: `Bearer ${await newPerson(db, number)}` }
    const stream = opened.use(await openStream({ url }, { headers }))
    if (stream.status !== 200) throw new Error(`an event stream was answered ${stream.status}`)
    streams.push(stream)
    reads.push(prepare({ path: '/app/v1/jobs', headers, expects: '"jobs":[' }))
  }
  return {
    reads,
    openStreams: () => streams.filter((stream) => !stream.isEnded()).length,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** @returns the token of a session. */
async function newPerson({ kysely }: TestDatabase, number: number): Promise<string> {
  const id = newId()
  const phone = `+3473${String(number).padStart(7, '0')}`
  await kysely.insertInto('account').values({ id, phone }).execute()
  return startSession(kysely, { accountId: id, kind: 'native', device: 'bench' })
}
