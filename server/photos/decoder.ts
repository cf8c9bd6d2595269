import { ProviderError } from '../lib/provider-error.ts'
import { type DecoderChild, startDecoderChild } from './decoder-child.ts'
import type { Picture } from './transcode.ts'

export type PhotoDecoder = {
  /**
   * @throws {NotAnImage} no image we read, broken, too large, or the decoder died of it.
   * @throws {ProviderError} no decoder process can be started, or `signal` fired while others were served.
   */
  decode(bytes: Buffer, signal?: AbortSignal): Promise<Picture>
  /** Ends the processes; what is still waiting is refused. */
  stop(): Promise<void>
}

export class NotAnImage extends Error {}

export type DecoderOptions = {
  processes: number
  timeLimitMs?: number
  memoryLimitBytes?: number
  /** After this long without work a process ends, to give its memory back. */
  idleMs?: number
  /** For tests, which kill what they find. */
  onStart?: (pid: number) => void
}

type Task = { bytes: Buffer; resolve: (picture: Picture) => void; reject: (error: Error) => void }

/** Processes that turn strangers' bytes into pictures, one image each at a time, started by the first image. */
export function createPhotoDecoder(options: DecoderOptions): PhotoDecoder {
  const waiting = new Set<Task>()
  let stopped = false
  const seats = Array.from({ length: options.processes }, () => createSeat(options, waiting))

  async function decode(bytes: Buffer, signal?: AbortSignal): Promise<Picture> {
    if (stopped || signal?.aborted) throw overloaded()
    return await new Promise((resolve, reject) => {
      const task = { bytes, resolve, reject }
      waiting.add(task)
      signal?.addEventListener('abort', () => waiting.delete(task) && reject(overloaded()), { once: true })
      const free = seats.find((seat) => !seat.isBusy())
      if (free) void free.work()
    })
  }

  async function stop(): Promise<void> {
    stopped = true
    for (const task of waiting) task.reject(overloaded())
    waiting.clear()
    await Promise.all(seats.map((seat) => seat.stop()))
  }

  return { decode, stop }
}

/** The place of one process: it serves the line until that is empty, replacing a dead process as it goes. */
function createSeat(options: DecoderOptions, waiting: Set<Task>) {
  let child: DecoderChild | null = null
  let busy = false
  let idle: NodeJS.Timeout | undefined

  async function work(): Promise<void> {
    busy = true
    clearTimeout(idle)
    for (const task of waiting) {
      waiting.delete(task)
      await serve(task).catch(task.reject)
    }
    busy = false
    idle = setTimeout(() => void stop(), options.idleMs ?? 300_000).unref()
  }

  async function serve(task: Task): Promise<void> {
    const decoder = await start()
    const picture = await decoder.decode(task.bytes)
    if (picture) task.resolve(picture)
    else task.reject(new NotAnImage('The bytes are not an image we can read'))
  }

  async function start(): Promise<DecoderChild> {
    if (!child?.isAlive()) {
      child = startDecoderChild({
        timeLimitMs: options.timeLimitMs ?? 5_000,
        memoryLimitBytes: options.memoryLimitBytes ?? 600 * 1024 * 1024,
      })
      if (child.pid !== undefined) options.onStart?.(child.pid)
    }
    await child.ready.catch(() => {
      throw new ProviderError('photo decoder', 'did not start', { retryable: true, outcome: 'refused' })
    })
    return child
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const dying = child
    // Forgotten first: an image that comes now needs a process that will live.
    child = null
    await dying?.kill()
  }

  return { work, stop, isBusy: () => busy }
}

const overloaded = () =>
  new ProviderError('photo decoder', 'is busy or stopping', { retryable: true, outcome: 'refused' })
