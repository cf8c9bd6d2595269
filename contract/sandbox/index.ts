import type { SandboxOperation } from './operation.ts'
import { previewPrice, previewText } from './previews.ts'
import { listTexts } from './texts.ts'
import {
  deleteWorld,
  fillWindow,
  listSandboxJobs,
  listStories,
  makeMove,
  moveClock,
  readClock,
  readSandboxJob,
} from './world.ts'

export const sandboxOperations: SandboxOperation[] = [
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
]
