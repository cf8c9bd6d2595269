import { type Logger, pino } from 'pino'
import { traceFields } from '../lib/trace.ts'

const secret = /[a-z][a-z0-9]{1,19}_(live|test)_[0-9A-Za-z]{32}/g
const phone = /\+[1-9]\d{6,14}|%2B[1-9]\d{6,14}/gi

/** Removes keys and phones from a text, so they never reach a log in any error text or field. */
export const redacted = (text: string): string => text.replace(secret, '[key]').replace(phone, '[phone]')

/**
 * Creates a logger that writes JSON lines to stderr; stdout is for text that people read. Every line is redacted when
 * it is written, so callers cannot forget it.
 */
export function createLog(
  level: string,
  write: (line: string) => void = (line) => void process.stderr.write(redacted(line)),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: shownError },
      mixin: () => traceFields(),
    },
    { write },
  )
}

/** Type, message, code and stack, but not the values that a database error quotes in its `detail`. */
function shownError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { name, message, stack } = error
  const { code } = error as { code?: unknown }
  return { type: name, message, ...(code !== undefined && { code }), stack }
}

type Line = { level?: number; time?: string; msg?: string; err?: { message?: string; stack?: string } }

/**
 * Formats log lines for a developer's terminal instead of JSON: time, severity, message and fields, and an error with
 * its stack. Lines before `release` are buffered, so the banner comes first.
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
