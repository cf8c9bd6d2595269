import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { OperatorError } from '../lib/operator-error.ts'

const mebibyte = 1_048_576

/**
 * Refuses a drill that could fill the disk of the embedded PostgreSQL, which would stop the service too. Assumes that
 * the restored database is as large as the present one. Only for the embedded server: the disk of another one is
 * unknown.
 *
 * @throws OperatorError when the disk has too little space.
 */
export async function refuseLittleSpace(pool: pg.Pool, dataDir: string): Promise<void> {
  const { rows } = await pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  const { bavail, bsize } = await statfs(dataDir)
  const refusal = judgeSpace({ databaseBytes: rows[0]?.bytes ?? 0, freeBytes: bavail * bsize })
  if (refusal) throw new OperatorError(refusal)
}

/** Needs twice the database, for tables and write-ahead log, and 256 MiB for the service meanwhile. */
export function judgeSpace({
  databaseBytes,
  freeBytes,
}: Record<'databaseBytes' | 'freeBytes', number>): string | null {
  const neededBytes = 2 * databaseBytes + 256 * mebibyte
  if (freeBytes >= neededBytes) return null
  const [free, needed] = [freeBytes, neededBytes].map((bytes) => Math.round(bytes / mebibyte))
  return `The disk has ${free} MiB free, and the drill may need ${needed}: free some space, or name a database on another server with --into URL`
}
