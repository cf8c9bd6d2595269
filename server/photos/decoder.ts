import { ProviderError } from '../lib/provider-error.ts'
import { type Confinement, type ConfinementLevel, findConfinement } from './confinement.ts'
import { type DecoderChild, readablePlaces, startDecoderChild } from './decoder-child.ts'
import { createDecoderQueue, type DecoderQueue, type DecoderTask, type PhotoSource } from './decoder-queue.ts'
import type { Picture } from './transcode.ts'

export type PhotoDecoder = {
  /**
   * @throws {NotAnImage} no image we read, broken, too large for its source, or the decoder died of it.
   * @throws {ProviderError} no decoder process can be started, or `signal` fired while others were served.
   */
  decode(bytes: Buffer, how?: { source?: PhotoSource; signal?: AbortSignal }): Promise<Picture>
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
  /** Beside what no decoder sees: folders and files it must not see either. */
  hidden?: string[]
  /** Told once, before the first process starts, how far the system lets us confine it. */
  onConfined?: (level: ConfinementLevel) => void
  /** For tests, which kill what they find. */
  onStart?: (pid: number) => void
}

/**
 * Processes that turn strangers' bytes into pictures, one image each at a time, started by the first image. All but one of
 * them at most work on uploads.
 */
export function createPhotoDecoder(options: DecoderOptions): PhotoDecoder {
  const queue = createDecoderQueue({ mostUploads: Math.max(1, options.processes - 1) })
  let stopped = false
  const confine = createConfiner(options)
  const seats = Array.from({ length: options.processes }, () =>
    createSeat(options, { queue, confine, isStopped: () => stopped }),
  )

  const decode: PhotoDecoder['decode'] = async (bytes, { source = 'partner', signal } = {}) => {
    if (stopped || signal?.aborted) throw overloaded()
    return await new Promise((resolve, reject) => {
      const task = { bytes, source, resolve, reject }
      queue.add(task)
      signal?.addEventListener('abort', () => queue.remove(task) && reject(overloaded()), { once: true })
      const free = seats.find((seat) => !seat.isBusy())
      if (free) void free.work()
    })
  }

  async function stop(): Promise<void> {
    stopped = true
    for (const task of queue.clear()) task.reject(overloaded())
    await Promise.all(seats.map((seat) => seat.stop()))
  }

  return { decode, stop }
}

/** The system is asked once, when the first image comes. */
function createConfiner({ hidden = [], onConfined }: DecoderOptions): () => Promise<Confinement> {
  let found: Promise<Confinement> | undefined
  return () => {
    found ??= findConfinement({ hidden, needed: readablePlaces() }).then((confinement) => {
      onConfined?.(confinement.level)
      return confinement
    })
    return found
  }
}

type SeatNeeds = { queue: DecoderQueue; confine: () => Promise<Confinement>; isStopped: () => boolean }

/** The place of one process: it serves the line until that is empty, replacing a dead process as it goes. */
function createSeat(options: DecoderOptions, { queue, confine, isStopped }: SeatNeeds) {
  let child: DecoderChild | null = null
  let busy = false
  let idle: NodeJS.Timeout | undefined

  async function work(): Promise<void> {
    busy = true
    clearTimeout(idle)
    for (let task = queue.next(); task; task = queue.next()) {
      await serve(task).catch(task.reject)
      queue.done(task)
    }
    busy = false
    idle = setTimeout(() => void stop(), options.idleMs ?? 300_000).unref()
  }

  async function serve(task: DecoderTask): Promise<void> {
    const decoder = await start()
    const picture = await decoder.decode(task.bytes, task.source)
    if (picture) task.resolve(picture)
    else task.reject(new NotAnImage('The bytes are not an image we can read'))
  }

  async function start(): Promise<DecoderChild> {
    if (!child?.isAlive()) {
      const { timeLimitMs = 5_000, memoryLimitBytes = 600 * 1024 * 1024 } = options
      const confinement = await confine()
      if (isStopped()) throw overloaded()
      child = startDecoderChild({ timeLimitMs, memoryLimitBytes }, confinement)
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
