import { ProviderError } from '../lib/provider-error.ts'
import { type Confinement, type ConfinementLevel, findConfinement } from './confinement.ts'
import { type DecoderChild, readablePaths, startDecoderChild } from './decoder-child.ts'
import { decoderMemoryBytes } from './decoder-count.ts'
import { createDecoderQueue, type DecoderQueue, type DecoderTask } from './decoder-queue.ts'
import type { PhotoSource } from './limits.ts'
import { type ImageFault, imageFault } from './photo-fault.ts'
import type { Picture } from './transcode.ts'

export type PhotoDecoder = {
  /**
   * @throws {NotAnImage} unsupported, broken or too large for its source, or the decoder process died or timed out.
   * @throws {ProviderError} no decoder process can be started, the decoder stops, or `signal` aborted in the queue.
   */
  decode(bytes: Buffer, how?: { source?: PhotoSource; signal?: AbortSignal }): Promise<Picture>
  /** Ends the processes and rejects the images in the queue. */
  stop(): Promise<void>
}

export class NotAnImage extends Error {
  readonly fault: ImageFault

  constructor(fault: ImageFault) {
    super('The bytes are not an image we can read')
    this.fault = fault
  }
}

export type DecoderOptions = {
  processes: number
  timeLimitMs?: number
  memoryLimitBytes?: number
  /** Idle timeout of a process, to free its memory. */
  idleMs?: number
  /** Additional folders and files that the decoder must not see. */
  hidden?: string[]
  /** Called once, before the first process starts, with the confinement that the system allows. */
  onConfined?: (level: ConfinementLevel) => void
  /** For tests that signal the processes. */
  onStart?: (pid: number) => void
}

/**
 * A pool of processes that decode untrusted images, each one image at a time. Processes start with the first image. One
 * process is kept free of uploads if there are at least two.
 */
export function createPhotoDecoder(options: DecoderOptions): PhotoDecoder {
  const queue = createDecoderQueue({ maxUploads: Math.max(1, options.processes - 1) })
  let stopped = false
  const confine = createConfiner(options)
  const workers = Array.from({ length: options.processes }, () =>
    createWorker(options, { queue, confine, isStopped: () => stopped }),
  )

  const decode: PhotoDecoder['decode'] = async (bytes, { source = 'partner', signal } = {}) => {
    if (stopped || signal?.aborted) throw overloaded()
    return await new Promise((resolve, reject) => {
      const task = { bytes, source, resolve, reject }
      queue.add(task)
      signal?.addEventListener('abort', () => queue.remove(task) && reject(overloaded()), { once: true })
      const free = workers.find((worker) => !worker.isBusy())
      if (free) void free.work()
    })
  }

  async function stop(): Promise<void> {
    stopped = true
    for (const task of queue.clear()) task.reject(overloaded())
    await Promise.all(workers.map((worker) => worker.stop()))
  }

  return { decode, stop }
}

/** Probes the system once, when the first image arrives. */
function createConfiner({ hidden = [], onConfined }: DecoderOptions): () => Promise<Confinement> {
  let found: Promise<Confinement> | undefined
  return () => {
    found ??= findConfinement({ hidden, needed: readablePaths() }).then((confinement) => {
      onConfined?.(confinement.level)
      return confinement
    })
    return found
  }
}

type WorkerNeeds = { queue: DecoderQueue; confine: () => Promise<Confinement>; isStopped: () => boolean }

/** One slot of the pool: works until the queue is empty, and replaces a dead process. */
function createWorker(options: DecoderOptions, { queue, confine, isStopped }: WorkerNeeds) {
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
    if (typeof picture === 'object') task.resolve(picture)
    else task.reject(new NotAnImage(imageFault(task.bytes, picture)))
  }

  async function start(): Promise<DecoderChild> {
    if (!child?.isAlive()) {
      const { timeLimitMs = 5_000, memoryLimitBytes = decoderMemoryBytes } = options
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
    // Clear `child` before the kill: an image that arrives now needs a new process.
    child = null
    await dying?.kill()
  }

  return { work, stop, isBusy: () => busy }
}

const overloaded = () =>
  new ProviderError('photo decoder', 'is busy or stopping', { retryable: true, outcome: 'refused' })
