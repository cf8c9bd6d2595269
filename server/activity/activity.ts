import type pg from 'pg'
import type { ProviderCalls } from './provider-calls.ts'
import { createRequestBuffer, type OnDropped, type RequestBuffer } from './request-buffer.ts'
import { writeOpenedLinks, writeProviderCalls, writeRequests } from './write-activity.ts'

export type Activity = {
  noteRequest: RequestBuffer['note']
  /** The page of a draft's link was served. The id is not checked: an unknown one changes no row. */
  noteOpened: (shortId: string) => void
  /** Writes what was collected. Throws if the database does not take it; then it is kept for the next flush. */
  flush: () => Promise<void>
}

type Needs = { pool: pg.Pool; providerCalls: ProviderCalls; onDropped: OnDropped }

const mostOpened = 2_000

/**
 * Collects in memory what the requests of this node leave behind, so that no request waits for it. A flush follows about
 * each second and at the stop: a crash loses at most what came since the last flush.
 */
export function createActivity({ pool, providerCalls, onDropped }: Needs): Activity {
  const buffer = createRequestBuffer(onDropped)
  let opened = new Set<string>()

  function noteOpened(shortId: string): void {
    if (opened.size < mostOpened) opened.add(shortId)
    else if (!opened.has(shortId)) onDropped('opened', 1)
  }

  async function flushRequests(): Promise<void> {
    const batch = buffer.take()
    await writeRequests(pool, batch).catch((error) => {
      buffer.giveBack(batch)
      throw error
    })
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
    noteOpened,
    async flush() {
      await flushRequests()
      await flushProviderCalls()
      await flushOpened()
    },
  }
}
