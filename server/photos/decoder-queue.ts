import type { Picture } from './transcode.ts'

/** Where a photo comes from: a partner's create call, or an upload of somebody in the app. */
export type PhotoSource = 'partner' | 'upload'

export type DecoderTask = {
  bytes: Buffer
  source: PhotoSource
  resolve: (picture: Picture) => void
  reject: (error: Error) => void
}

/**
 * What waits for a decoder. Photos of partners go first, and uploads may use `mostUploads` decoders at a time: however many
 * people upload, a partner's create call never waits for them.
 */
export function createDecoderQueue({ mostUploads }: { mostUploads: number }) {
  const waiting: Record<PhotoSource, Set<DecoderTask>> = { partner: new Set(), upload: new Set() }
  let uploads = 0

  /** The next task that may start now, or undefined. `done` has to follow. */
  function next(): DecoderTask | undefined {
    const [partner] = waiting.partner
    const [upload] = uploads < mostUploads ? waiting.upload : []
    const task = partner ?? upload
    if (!task) return undefined
    waiting[task.source].delete(task)
    if (task.source === 'upload') uploads += 1
    return task
  }

  return {
    next,
    add: (task: DecoderTask) => void waiting[task.source].add(task),
    /** @returns false when it has started already. */
    remove: (task: DecoderTask) => waiting[task.source].delete(task),
    done(task: DecoderTask) {
      if (task.source === 'upload') uploads -= 1
    },
    /** Takes out all that waits. */
    clear(): DecoderTask[] {
      const tasks = [...waiting.partner, ...waiting.upload]
      waiting.partner.clear()
      waiting.upload.clear()
      return tasks
    },
  }
}

export type DecoderQueue = ReturnType<typeof createDecoderQueue>
