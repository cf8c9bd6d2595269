import type { Backup } from '../backup/backup.ts'
import type { Manifest } from '../backup/manifest.ts'
import type { Restored } from '../backup/restore.ts'
import type { KeyMatch } from '../start/secret-key.ts'
import { show } from './output.ts'

export function showBackup(made: Backup, json: boolean): void {
  report(shownBackup(made), missingNotes(made), json)
}

export function showRestore(done: { restored: Restored; keyMatch: KeyMatch }, json: boolean): void {
  const { restored, keyMatch } = done
  const facts = { ...shownRestore(restored), secret_key: keyMatch.state }
  report(facts, [...restoreNotes(restored), ...keyNotes(keyMatch)], json)
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

const shownRestore = ({ manifest, replayed, sessionsEnded, ...restored }: Restored) => ({
  created_at: manifest.created_at,
  dray_version: manifest.dray_version,
  rows: rowsOf(manifest),
  photos: manifest.photos,
  photos_missing: manifest.photos_missing,
  sms_marked_unknown: restored.smsLeft,
  payments_in_doubt: restored.paymentsInDoubt,
  expired_drafts_deleted: restored.expiredDrafts,
  sessions_ended: sessionsEnded,
  erasures_replayed: replayed?.erasures ?? null,
  suspensions_replayed: replayed?.suspensions ?? null,
  key_ends_replayed: replayed?.keys ?? null,
  member_changes_replayed: replayed?.members ?? null,
  withdrawn_drafts_replayed: replayed?.drafts ?? null,
  migrated: restored.migrated,
  invoices_wait: restored.invoicesWait,
})

/** A backup does not contain the secret key, so a new machine may not have it. */
function keyNotes({ state }: KeyMatch): string[] {
  if (state === 'fits') return ['The secret key of this machine fits the backup.']
  if (state === 'none' || state === 'unrecorded') return []
  const here = state === 'absent' ? 'this machine has none' : 'this machine has another one'
  return [
    `The backup belongs to a secret key that it does not contain, and ${here}: no server can start yet. Bring SECRET_KEY or DATA_DIR/secret.key from the old machine, or run \`dray installation rekey\`.`,
  ]
}

function restoreNotes({ manifest, replayed, smsLeft, paymentsInDoubt, invoicesWait }: Restored): string[] {
  const notes = [
    journalNote(manifest.created_at, replayed),
    'All sessions were ended: everybody signs in again.',
  ]
  if (smsLeft > 0) {
    notes.push(
      `${smsLeft} SMS were on their way when the backup was made. They are marked unknown and not sent again, so that nobody is texted twice: \`dray sms list\`.`,
    )
  }
  if (paymentsInDoubt > 0) {
    notes.push(
      `${paymentsInDoubt} calls to the payment processor were not settled when the backup was made. Before a call is made again, the processor is asked whether it was made already. Run \`dray ledger check\` when they are settled.`,
    )
  }
  if (invoicesWait) {
    notes.push(
      'Receipts of real money wait, because numbers given since the backup must not be given twice. If none was given, run `dray invoice continue`; else name the next number of each series: `dray invoice continue R-2027-000120 C-2027-000009`.',
    )
  }
  return [...notes, ...missingNotes(manifest)]
}

const journalNote = (since: string, replayed: Restored['replayed']): string =>
  replayed
    ? `Done again since ${since}: ${replayed.erasures} erasures of accounts, ${replayed.suspensions} suspensions (or their ends), ${replayed.keys} ends of keys, ${replayed.members} changes of members, ${replayed.drafts} withdrawn drafts.`
    : `No journal was found, so what was done since ${since} is undone: accounts that were erased are back, suspended accounts, partners and carriers act again, revoked keys work. Repeat with --force and --journal FILE if you have a copy of journal.jsonl; else look at \`dray account list\`, \`dray carrier list\`, \`dray partner list\` and \`dray key list\`.`

function missingNotes({
  photos_missing: missing,
  photos_deleted: deleted,
}: Pick<Manifest, 'photos_missing' | 'photos_deleted'>): string[] {
  if (missing === 0) return []
  if (!deleted)
    return [
      `${missing} photos were not in the photo storage when the backup was made: of drafts that expired meanwhile, or lost.`,
    ]
  const lost = missing - deleted.length
  return [
    ...(deleted.length > 0 ? [`${deleted.length} photos were deleted while the backup was made.`] : []),
    ...(lost > 0
      ? [`${lost} photos were not in the photo storage: they are lost, unless an older backup has them.`]
      : []),
  ]
}

function report(facts: Record<string, unknown>, notes: string[], json: boolean): void {
  show(json ? { ...facts, notes } : facts, json)
  if (!json) for (const note of notes) console.log(`\n${note}`)
}
