import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type ServerLog = { lastLines: () => string }

/**
 * Reads PostgreSQL's own log and keeps its last lines, for the error that tells why it stopped. What a client did wrong
 * is told to that client and may quote its values, so those lines are dropped.
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

/** The prefix is `%b|`, the kind of process; a line without it goes on from the one before and may quote anything. */
export function tellsClientData(line: string): boolean {
  if (line.startsWith('\t')) return true
  return /^(client backend|parallel worker|background worker)\|(?!PANIC)/.test(line)
}
