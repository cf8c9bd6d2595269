import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type ServerLog = { lastLines: () => string }

/**
 * Reads PostgreSQL's log and keeps the last 20 lines, for the error that says why it stopped. Lines about client errors
 * are dropped: the client gets them itself, and they may contain its values.
 */
export function followLog(stream: Readable, onTrouble: (line: string) => unknown): ServerLog {
  const kept: string[] = []
  createInterface({ input: stream }).on('line', (line) => {
    if (tellsClientData(line)) return
    if (/\|(ERROR|FATAL|PANIC|WARNING):/.test(line)) onTrouble(line)
    kept.push(line)
    if (kept.length > 20) kept.shift()
  })
  return { lastLines: () => kept.join('\n') }
}

/**
 * The prefix `%b|` is the process type. A line with a leading tab continues the line before and may contain any value.
 */
export function tellsClientData(line: string): boolean {
  if (line.startsWith('\t')) return true
  return /^(client backend|parallel worker|background worker)\|(?!PANIC)/.test(line)
}
