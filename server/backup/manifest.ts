import { Ajv } from 'ajv'
import { type Static, Type } from 'typebox'
import { OperatorError } from '../lib/operator-error.ts'

/*
 * A backup is a gzipped tar with these members, in this order: `tables/NAME.copy` (PostgreSQL's COPY text format,
 * UTF-8), parents before children; `photos/NAME`; `SHA256SUMS` of all of these, in the format of `sha256sum -c`;
 * `manifest.json`.
 */

export const formatVersion = 1

const name = Type.String({ minLength: 1 })
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const count = Type.Integer({ minimum: 0 })

const manifest = Type.Object({
  format: Type.Literal('dray-backup'),
  format_version: Type.Literal(formatVersion),
  dray_version: name,
  postgres_version: name,
  /** The database's time at the snapshot. */
  created_at: name,
  /** In the order they were applied. */
  migrations: Type.Array(name, { minItems: 1 }),
  tables: Type.Array(Type.Object({ name, columns: Type.Array(name), rows: count })),
  /** Each sequence with its next value. */
  sequences: Type.Array(Type.Object({ name, next: Type.String({ pattern: '^\\d+$' }) })),
  photos: count,
  /** Photos whose file no longer existed when it was to be copied. */
  photos_missing: count,
  /** Those of them that were deleted while the backup was made, by name. Versions before 0.2.0 did not tell. */
  photos_deleted: Type.Optional(Type.Array(name)),
  /** The SHA-256 of the member `SHA256SUMS`, which covers all others. */
  sha256sums: sha256,
})

export type Manifest = Static<typeof manifest>
export type TableEntry = Manifest['tables'][number]
export type SequenceEntry = Manifest['sequences'][number]

export const memberOf = (table: string): string => `tables/${table}.copy`
export const photoMemberOf = (photo: string): string => `photos/${photo}`

/** @throws {BackupError} when the text is not a manifest (`DamagedBackup`), or has a newer format. */
export function parseManifest(text: string): Manifest {
  const value = readJson(text)
  const { format, format_version: version } = (value ?? {}) as { format?: unknown; format_version?: unknown }
  if (format === 'dray-backup' && typeof version === 'number' && version > formatVersion) {
    throw new BackupError(
      'The backup was written by a newer Dray in a format this one does not know: update Dray first',
    )
  }
  if (!new Ajv({ strict: false }).validate(manifest, value))
    throw new DamagedBackup('The manifest of the backup is not one of Dray')
  return value as Manifest
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The reason why a backup or restore was refused, and the remedy, for the operator. The database is unchanged. */
export class BackupError extends OperatorError {}

/** The file itself is at fault: it is damaged, truncated, or not a backup of Dray. */
export class DamagedBackup extends BackupError {}

export const foreignMember = (name: string): DamagedBackup =>
  new DamagedBackup(`The file contains ${JSON.stringify(name)}, which is never part of a backup of Dray`)
