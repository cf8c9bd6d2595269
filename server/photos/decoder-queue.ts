import type { PhotoSource } from './limits.ts'
import type { Picture } from './transcode.ts'

export type DecoderTask = {
  bytes: Buffer
  source: PhotoSource
  resolve: (picture: Picture) => void
  reject: (error: Error) => void
}

/**
 * Images that wait for a decoder. Photos of partners go first, and uploads use at most `maxUploads` decoders
 * concurrently, so a partner's create request never waits for uploads.
 */
export function createDecoderQueue({ maxUploads }: { maxUploads: number }) {
  const waiting: Record<PhotoSource, Set<DecoderTask>> = { partner: new Set(), upload: new Set() }
  let uploads = 0

  /** Removes and returns the next task that may start now, or undefined. The caller must call `done` afterwards. */
  function next(): DecoderTask | undefined {
    const [partner] = waiting.partner
    const [upload] = uploads < maxUploads ? waiting.upload : []
    const task = partner ?? upload
    if (!task) return undefined
    waiting[task.source].delete(task)
    if (task.source === 'upload') uploads += 1
    return task
  }

  return {
    next,
    add: (task: DecoderTask) => void waiting[task.source].add(task),
    /** @returns false when the task has already started. */
    remove: (task: DecoderTask) => waiting[task.source].delete(task),
    done(task: DecoderTask) {
      if (task.source === 'upload') uploads -= 1
    },
    /** Removes and returns all waiting tasks. */
    clear(): DecoderTask[] {
      const tasks = [...waiting.partner, ...waiting.upload]
      waiting.partner.clear()
      waiting.upload.clear()
      return tasks
    },
  }
}

export type DecoderQueue = ReturnType<typeof createDecoderQueue>
