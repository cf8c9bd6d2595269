import os from 'node:os'

type Machine = { cores: number; memoryBytes: number }

/** Memory at which a decoder process ends itself. */
export const decoderMemoryBytes = 600 * 1024 * 1024

/**
 * One decoder per core, as far as a half of the memory allows if all reach their limit. Never less than two, because one
 * is kept free of uploads, and not more than eight, which decode faster than photos are downloaded.
 */
export function decoderCount({ cores, memoryBytes }: Machine = thisMachine()): number {
  const fitting = Math.floor(memoryBytes / 2 / decoderMemoryBytes)
  return Math.max(2, Math.min(cores, fitting, 8))
}

/** In a container its limits count, not those of the machine. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory()
  const memoryBytes = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem()
  return { cores: os.availableParallelism(), memoryBytes }
}
