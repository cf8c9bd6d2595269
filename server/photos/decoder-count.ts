import os from 'node:os'

type Machine = { cores: number; memoryBytes: number }

/** Memory at which a decoder process ends itself. */
export const decoderMemoryBytes = 600 * 1024 * 1024

/**
 * One decoder per core, limited to half of the memory if all reach their limit. At least two, because one never takes
 * uploads, and at most eight, which decode faster than photos are downloaded.
 */
export function decoderCount({ cores, memoryBytes }: Machine = thisMachine()): number {
  const fitting = Math.floor(memoryBytes / 2 / decoderMemoryBytes)
  return Math.max(2, Math.min(cores, fitting, 8))
}

/** In a container its limits apply, not the machine's. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory()
  const memoryBytes = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem()
  return { cores: os.availableParallelism(), memoryBytes }
}
