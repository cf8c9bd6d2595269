import { type ChildProcess, type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Confinement } from './confinement.ts'
import { type DecoderInput, openDecoderInput } from './decoder-input.ts'
import { writeFrame } from './frames.ts'
import type { PhotoSource } from './limits.ts'
import { maxUploadBytes } from './limits.ts'
import type { Unread } from './photo-fault.ts'
import { firstImage, packRequest, unpackPicture } from './picture-frame.ts'
import { readFrames } from './read-frames.ts'
import type { Picture } from './transcode.ts'

/** One decoder process. The caller must send only one image at a time. */
export type DecoderChild = {
  pid: number | undefined
  /** Resolves when the process can accept images, rejects when it could not start. */
  ready: Promise<void>
  /**
   * Returns the picture, or the error; `damaged` also when the process died or timed out.
   *
   * @throws {ProviderError} no room for the image.
   */
  decode(bytes: Buffer, source: PhotoSource): Promise<Picture | Unread>
  isAlive(): boolean
  kill(): Promise<void>
}

export type DecoderLimits = {
  /** Timeout for one image, in wall-clock time. */
  timeLimitMs: number
  /** Resident memory at which the process ends itself. */
  memoryLimitBytes: number
}

export function startDecoderChild(
  { timeLimitMs, memoryLimitBytes }: DecoderLimits,
  confinement: Confinement,
): DecoderChild {
  const input = openFilledInput()
  const child = spawnConfined(memoryLimitBytes, confinement, input)
  const exited = new Promise<void>((resolve) => child.once('close', resolve).once('error', () => resolve()))
  void exited.then(() => input.close())
  const answers = readFrames(child.stdout, 16 * 1024 * 1024)
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }

  /** The next frame, or null when the process exited, sent invalid data or timed out; the process is killed then. */
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

  async function decode(bytes: Buffer, source: PhotoSource): Promise<Picture | Unread> {
    if (bytes.length > maxUploadBytes) return 'damaged'
    input.write(bytes)
    writeFrame(child.stdin, [packRequest({ bytes: bytes.length, source })])
    const frame = await nextFrame(timeLimitMs)
    return frame ? unpackPicture(frame) : 'damaged'
  }

  return { pid: child.pid, ready, decode, kill, isAlive: () => isRunning(child) }
}

const startLimitMs = 20_000

function openFilledInput(): DecoderInput {
  const input = openDecoderInput()
  try {
    input.write(firstImage)
    return input
  } catch (error) {
    input.close()
    throw error
  }
}

type ConfinedChild = ChildProcessByStdio<Writable, Readable, null>

/** The child has no environment, reads only its code and starts no program. The OOM killer should end it first. */
function spawnConfined(memoryLimitBytes: number, confinement: Confinement, { descriptor }: DecoderInput) {
  const [program = '', ...args] = confinement.wrap([
    process.execPath,
    '--permission',
    '--allow-addons',
    ...readablePaths().map((place) => `--allow-fs-read=${place}`),
    '--max-old-space-size=64',
    path.join(import.meta.dirname, 'decoder-process.ts'),
    String(memoryLimitBytes),
  ])
  const stdio: StdioOptions = ['pipe', 'pipe', 'ignore', descriptor]
  const child = spawn(program, args, { cwd: '/', env: {}, stdio }) as ConfinedChild
  // Ignore the broken pipe of a process that dies during a write: its exit is detected separately.
  child.stdin.on('error', () => {})
  if (child.pid !== undefined && process.platform === 'linux') {
    writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {})
  }
  return child
}

/** The decoder's code and modules, both as paths and as real paths: Node reads a symbolic link and its target. */
export function readablePaths(): string[] {
  const here = import.meta.dirname
  const places = [here, path.join(here, '../../package.json'), sharpFolder(), ...moduleFolders(here)]
  return [...new Set(places.flatMap((place) => [place, realpathSync(place)]))]
}

/** The folder that contains sharp and its native parts. */
function sharpFolder(): string {
  const entry = createRequire(import.meta.url).resolve('sharp')
  return entry.slice(0, entry.lastIndexOf(`${path.sep}sharp${path.sep}`))
}

/** Every `node_modules` from this folder up to the root. */
function moduleFolders(from: string): string[] {
  const above = path.dirname(from)
  const mine = [path.join(from, 'node_modules')].filter((folder) => existsSync(folder))
  return above === from ? mine : [...mine, ...moduleFolders(above)]
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null
