import { redacted } from './log.ts'

type Line = { level?: number; time?: string; msg?: string; err?: { message?: string; stack?: string } }

/**
 * Formats log lines for a developer's terminal instead of JSON: time, severity, message and fields, and an error with
 * its stack. Lines before `release` are buffered, so that the banner comes first.
 */
export function consoleLog(write: (text: string) => void) {
  const waiting: string[] = []
  let isReleased = false
  return {
    write: (line: string): void => {
      const text = redacted(readable(line))
      if (isReleased) write(text)
      else waiting.push(text)
    },
    release: (): void => {
      isReleased = true
      for (const text of waiting.splice(0)) write(text)
    },
  }
}

function readable(line: string): string {
  const { level = 30, time = '', msg = '', err, ...facts } = JSON.parse(line) as Line
  const shown = Object.entries(facts).map(([name, value]) => `${name}=${textOf(value)}`)
  const head = [time.slice(11, 19), name(level), msg, ...shown].filter(Boolean).join('  ')
  return err ? `${head}\n  ${err.stack ?? err.message}\n` : `${head}\n`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Normal levels have no label. */
const name = (level: number): string => (level >= 50 ? 'ERROR' : level >= 40 ? 'WARNING' : '')
