export type ProgressLine = {
  /** A new step: a line of a log, or the one line of a terminal. */
  update: (text: string) => void
  /** How far a step is: shown on a terminal only. */
  refresh: (text: string) => void
  /** Leaves no half line behind. */
  clear: () => void
}

/** One line that changes on a terminal; elsewhere a line for each step, so that a log stays readable. */
export function createProgressLine(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): ProgressLine {
  const draw = (text: string) => stream.write(`\r\u001B[K${text}`)
  if (!stream.isTTY) {
    return { update: (text) => stream.write(`${text}\n`), refresh: () => {}, clear: () => {} }
  }
  return { update: draw, refresh: draw, clear: () => draw('') }
}
