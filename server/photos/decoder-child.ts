import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Confinement } from './confinement.ts'
import type { PhotoSource } from './decoder-queue.ts'
import { readFrames, writeFrame } from './frames.ts'
import { mostUploadBytes } from './photo-size.ts'
import { unpackPicture } from './picture-frame.ts'
import { sources } from './pixel-limits.ts'
import type { Picture } from './transcode.ts'

/** One decoder process. It does one image at a time; the caller sees to that. */
export type DecoderChild = {
  pid: number | undefined
  /** Resolves when it can take images, rejects when it could not start. */
  ready: Promise<void>
  /** The picture, or null when the bytes are none or the process died of them. */
  decode(bytes: Buffer, source: PhotoSource): Promise<Picture | null>
  isAlive(): boolean
  kill(): Promise<void>
}

export type DecoderLimits = {
  /** For one image, by the clock on the wall. */
  timeLimitMs: number
  /** Resident memory at which the process ends itself. */
  memoryLimitBytes: number
}

export function startDecoderChild(
  { timeLimitMs, memoryLimitBytes }: DecoderLimits,
  confinement: Confinement,
): DecoderChild {
  const child = spawnConfined(memoryLimitBytes, confinement)
  const exited = new Promise<void>((resolve) => child.once('close', resolve).once('error', () => resolve()))
  const answers = readFrames(child.stdout, 16 * 1024 * 1024)
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }

  /** The next frame, or null when the process ended, spoke nonsense or took too long; then it is dead. */
  async function nextFrame(withinMs: number): Promise<Buffer | null> {
    const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
    const frame = await answers.next().catch(() => null)
    clearTimeout(timer)
    if (frame?.value) return frame.value
    await kill()
    return null
  }

  const ready = nextFrame(startLimitMs).then((frame) => {
    if (!frame) throw new Error('the decoder process did not start')
  })
  ready.catch(() => {})

  async function decode(bytes: Buffer, source: PhotoSource): Promise<Picture | null> {
    if (bytes.length > mostUploadBytes) return null
    writeFrame(child.stdin, [Buffer.of(sources.indexOf(source)), bytes])
    const frame = await nextFrame(timeLimitMs)
    return frame && unpackPicture(frame)
  }

  return { pid: child.pid, ready, decode, kill, isAlive: () => isRunning(child) }
}

const startLimitMs = 20_000

/** No environment, no files but its own code, no other program; first to go when the machine runs out of memory. */
function spawnConfined(memoryLimitBytes: number, confinement: Confinement) {
  const [program = '', ...args] = confinement.wrap([
    process.execPath,
    '--permission',
    '--allow-addons',
    ...readablePlaces().map((place) => `--allow-fs-read=${place}`),
    '--max-old-space-size=64',
    path.join(import.meta.dirname, 'decoder-process.ts'),
    String(memoryLimitBytes),
  ])
  const child = spawn(program, args, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  // A process that dies under our writing is noticed by its end, not by the broken pipe.
  child.stdin.on('error', () => {})
  if (child.pid !== undefined && process.platform === 'linux') {
    writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {})
  }
  return child
}

/** Its own code and all modules it may find, as written and as they really lie: Node reads a link and what it leads to. */
export function readablePlaces(): string[] {
  const here = import.meta.dirname
  const places = [here, path.join(here, '../../package.json'), sharpFolder(), ...moduleFolders(here)]
  return [...new Set(places.flatMap((place) => [place, realpathSync(place)]))]
}

/** Where sharp and its native parts really lie. */
function sharpFolder(): string {
  const entry = createRequire(import.meta.url).resolve('sharp')
  return entry.slice(0, entry.lastIndexOf(`${path.sep}sharp${path.sep}`))
}

/** Every `node_modules` from here upwards. */
function moduleFolders(from: string): string[] {
  const above = path.dirname(from)
  const mine = [path.join(from, 'node_modules')].filter((folder) => existsSync(folder))
  return above === from ? mine : [...mine, ...moduleFolders(above)]
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null
