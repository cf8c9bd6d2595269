import type { Backup } from '../backup/backup.ts'
import type { Restored } from '../backup/restore.ts'
import { show } from './output.ts'

export function showBackup(made: Backup, json: boolean): void {
  report(shownBackup(made), missingNotes(made), json)
}

export function showRestore(restored: Restored, json: boolean): void {
  report(shownRestore(restored), restoreNotes(restored), json)
}

const rowsOf = ({ tables }: { tables: { rows: number }[] }): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

const shownBackup = (made: Backup) => ({
  file: made.file,
  bytes: made.bytes,
  created_at: made.created_at,
  tables: made.tables.length,
  rows: rowsOf(made),
  photos: made.photos,
  photos_missing: made.photos_missing,
})

const shownRestore = ({ manifest, smsLeft, expiredDrafts, migrated }: Restored) => ({
  created_at: manifest.created_at,
  dray_version: manifest.dray_version,
  rows: rowsOf(manifest),
  photos: manifest.photos,
  photos_missing: manifest.photos_missing,
  sms_marked_unknown: smsLeft,
  expired_drafts_deleted: expiredDrafts,
  migrated,
})

function restoreNotes({ manifest, smsLeft }: Restored): string[] {
  const notes = [
    `Keys revoked and partners suspended since ${manifest.created_at} are valid again: look at \`dray key list\` and \`dray partner list\`.`,
  ]
  if (smsLeft > 0) {
    notes.push(
      `${smsLeft} SMS were on their way when the backup was made. They are marked unknown and not sent again, so that nobody is texted twice: \`dray sms list\`.`,
    )
  }
  return [...notes, ...missingNotes(manifest)]
}

const missingNotes = ({ photos_missing: count }: { photos_missing: number }): string[] =>
  count === 0
    ? []
    : [
        `${count} photos were not in the photo storage when the backup was made: of drafts that expired meanwhile, or lost.`,
      ]

function report(facts: Record<string, unknown>, notes: string[], json: boolean): void {
  show(json ? { ...facts, notes } : facts, json)
  if (!json) for (const note of notes) console.log(`\n${note}`)
}
