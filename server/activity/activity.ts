import type pg from 'pg'
import type { ProviderCalls } from './provider-calls.ts'
import {
  createRequestBuffer,
  type OnDropped,
  type RequestBatch,
  type RequestBuffer,
} from './request-buffer.ts'
import { writeOpenedLinks, writeProviderCalls, writeRequests } from './write-activity.ts'

export type Activity = {
  noteRequest: RequestBuffer['note']
  /** The page of a draft's link was served. The id is not checked: an unknown one changes no row. */
  noteOpened: (shortId: string) => void
  /**
   * Start of the oldest request of this node that has waited two minutes for its row in the log. Null while the log is
   * written.
   */
  recordedUntil: (now?: Date) => Date | null
  /** Writes the collected rows. Throws if the database fails; the rows are then kept for the next flush. */
  flush: () => Promise<void>
}

type Needs = { pool: pg.Pool; providerCalls: ProviderCalls; onDropped: OnDropped }

const maxOpened = 2_000

/** A request that waited longer is late: normally it is written about a second after its response. */
const lateMs = 120_000

/**
 * Collects in memory what the requests of this node record, so no request waits for a write. A flush follows about
 * every second and at shutdown; a crash loses at most the rows since the last flush.
 */
export function createActivity({ pool, providerCalls, onDropped }: Needs): Activity {
  const buffer = createRequestBuffer(onDropped)
  let opened = new Set<string>()
  let writing: RequestBatch | null = null

  function noteOpened(shortId: string): void {
    if (opened.size < maxOpened) opened.add(shortId)
    else if (!opened.has(shortId)) onDropped('opened', 1)
  }

  async function flushRequests(): Promise<void> {
    const batch = buffer.take()
    writing = batch
    await writeRequests(pool, batch)
      .catch((error) => {
        buffer.giveBack(batch)
        throw error
      })
      .finally(() => (writing = null))
  }

  async function flushProviderCalls(): Promise<void> {
    const counts = providerCalls.take()
    await writeProviderCalls(pool, counts).catch((error) => {
      providerCalls.giveBack(counts)
      throw error
    })
  }

  async function flushOpened(): Promise<void> {
    const shortIds = [...opened]
    opened = new Set()
    await writeOpenedLinks(pool, shortIds).catch((error) => {
      shortIds.forEach(noteOpened)
      throw error
    })
  }

  return {
    noteRequest: buffer.note,
    recordedUntil(now = new Date()) {
      const oldestMs = writing?.requests[0]?.atMs ?? buffer.oldestMs()
      return oldestMs !== null && now.getTime() - oldestMs > lateMs ? new Date(oldestMs) : null
    },
    noteOpened,
    async flush() {
      await flushRequests()
      await flushProviderCalls()
      await flushOpened()
    },
  }
}
