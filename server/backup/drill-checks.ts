import { type ClientBase, escapeIdentifier } from 'pg'
import { verifyChain } from '../audit/chain.ts'
import type { Database } from '../db/database.ts'
import type { Catalog } from '../db/read-catalog.ts'
import { checkBooks } from '../today/check-books.ts'
import { isBackedUpSql } from './catalogue.ts'
import type { FaultList } from './faults.ts'
import type { Manifest } from './manifest.ts'
import type { SeenPhotos } from './seen-photos.ts'

/** Compares the rows of each table with the manifest: a trigger may have added or dropped some. */
export async function checkRows(client: ClientBase, { tables }: Manifest, faults: FaultList): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*) as count from ${escapeIdentifier(name)}`,
    )
    const count = rows[0]?.count
    if (count !== expected) faults.add('rows', `${count} rows, and ${expected} were backed up`, name)
  }
}

/** Compares the restored schema with the one that the migrations make. */
export function checkSchema(expected: Catalog, restored: Catalog, faults: FaultList): void {
  const [wanted, found] = [partsOf(expected), partsOf(restored)]
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    if (wanted.get(name) === found.get(name)) continue
    const detail = !found.has(name)
      ? 'is missing'
      : wanted.has(name)
        ? 'differs from what the migrations make'
        : 'is made by no migration'
    faults.add('schema', detail, name)
  }
}

const partsOf = ({ extensions, tables, functions }: Catalog): Map<string, string> =>
  new Map([
    ...extensions.map((name): [string, string] => [`extension ${name}`, '']),
    ...tables.map((table): [string, string] => [table.name, JSON.stringify(table)]),
    ...functions.map((text): [string, string] => [
      /FUNCTION (?:public\.)?(\w+\()/.exec(text)?.[1] ?? text,
      text,
    ]),
  ])

export async function checkLedger({ kysely }: Database, faults: FaultList): Promise<void> {
  const { differences } = await checkBooks(kysely, { isWhole: true })
  for (const { check, subject, expected_cents, actual_cents } of differences) {
    const unit = check === 'jobs of a day' ? 'jobs' : 'cents'
    faults.add('ledger', `${check}: ${actual_cents} ${unit} instead of ${expected_cents}`, subject)
  }
}

export async function checkAuditChain({ kysely }: Database, faults: FaultList): Promise<void> {
  for (const { fault, event_id, position } of (await verifyChain(kysely)).faults)
    faults.add('audit_chain', `${fault} (place ${position ?? 'none'})`, `event ${event_id}`)
}

type PhotoRow = { name: string; bytes: number; owner: string }

/**
 * Finds a picture of the right size for each row, except those that were deleted while the backup was made. The name of
 * a photo is not in a fault: who knows it sees the photo.
 */
export async function checkPhotos(
  { pool }: Database,
  { seen, deleted }: { seen: SeenPhotos; deleted: readonly string[] },
  faults: FaultList,
): Promise<void> {
  const isDeleted = new Set(deleted)
  for (let last = ''; ; ) {
    const { rows } = await pool.query<PhotoRow>(
      `select name, bytes, coalesce('job ' || job_id, 'document ' || document_id) || ', photo ' || position as owner
       from photo where ${isBackedUpSql} and name > $1 order by name limit 1000`,
      [last],
    )
    for (const row of rows) if (!isDeleted.has(row.name)) checkPhoto(row, seen, faults)
    if (rows.length < 1_000) return
    last = rows.at(-1)?.name ?? last
  }
}

function checkPhoto({ name, bytes, owner }: PhotoRow, seen: SeenPhotos, faults: FaultList): void {
  const found = seen.find(name)
  if (!found) faults.add('photo_missing', 'its file is not in the backup', owner)
  else if (found.bytes !== bytes)
    faults.add('photo_damaged', `${found.bytes} bytes, and ${bytes} were stored`, owner)
  else if (!found.isJpeg) faults.add('photo_damaged', 'its bytes are not those of a picture', owner)
}
