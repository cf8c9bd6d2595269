import { createPhotoDecoder, type DecoderOptions } from '../../server/photos/decoder.ts'

/** A decoder with one process, and the ids of the processes it started. */
export function watchedDecoder(options: Partial<DecoderOptions> = {}) {
  const pids: number[] = []
  const decoder = createPhotoDecoder({ processes: 1, onStart: (pid) => pids.push(pid), ...options })
  return { ...decoder, pids, lastPid: () => pids.at(-1) ?? 0, [Symbol.asyncDispose]: () => decoder.stop() }
}

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
