import type { SandboxOperation } from './operation.ts'
import { previewPrice, previewText } from './previews.ts'
import { listTexts } from './texts.ts'
import { fillWindow } from './window.ts'
import {
  deleteWorld,
  listSandboxJobs,
  listStories,
  makeMove,
  moveClock,
  readClock,
  readSandboxJob,
} from './world.ts'

const listed = [
  listStories,
  readClock,
  moveClock,
  listSandboxJobs,
  readSandboxJob,
  makeMove,
  listTexts,
  fillWindow,
  deleteWorld,
  previewPrice,
  previewText,
] as const

/** Every operation of the sandbox. */
export const sandboxOperations: readonly SandboxOperation[] = listed

/** The type of each operation, with its literals. */
export type ListedSandboxOperation = (typeof listed)[number]
