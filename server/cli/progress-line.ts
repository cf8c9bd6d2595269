export type ProgressLine = {
  /** Starts a new step: a new line in a log, or replaces the line on a terminal. */
  update: (text: string) => void
  /** Shows the progress of a step, on a terminal only. */
  refresh: (text: string) => void
  /** Clears the line on a terminal. */
  clear: () => void
}

/** On a terminal, one line that is redrawn; otherwise one line per step, so that a log stays readable. */
export function createProgressLine(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): ProgressLine {
  const draw = (text: string) => stream.write(`\r\u001B[K${text}`)
  if (!stream.isTTY) {
    return { update: (text) => stream.write(`${text}\n`), refresh: () => {}, clear: () => {} }
  }
  return { update: draw, refresh: draw, clear: () => draw('') }
}
