import type { Drilled, DrillPart } from '../backup/drill.ts'
import type { FaultKind } from '../backup/faults.ts'
import type { Manifest } from '../backup/manifest.ts'
import type { KeyMatch } from '../start/secret-key.ts'
import { say, show } from './output.ts'

type Report = { file: string; drilled: Drilled; keyMatch: KeyMatch | null; dropped: string[] }

/** Prints the verdict, and what to do about a bad backup. */
export function showDrilled({ file, drilled, keyMatch, dropped }: Report, json: boolean): void {
  const { manifest, restored, named, counts, ageHours } = drilled
  const isGood = named.length === 0
  const report = {
    ...blank,
    verdict: isGood ? 'good' : 'bad',
    file,
    ...(manifest && ofBackup(manifest)),
    age_hours: ageHours === null ? null : Math.round(ageHours * 10) / 10,
    migrated: restored?.migrated ?? null,
    secret_key: keyMatch?.state ?? null,
    fault_counts: counts,
    faults: named,
    scratch_databases_dropped: dropped,
    seconds: secondsOf(drilled.seconds),
  }
  show(json ? report : filled(report), json)
  for (const sentence of isGood ? ['The backup is good.'] : adviceOn(counts)) say(sentence, json)
}

/** Prints why there is no verdict; for people on standard error. */
export function showNotRun(
  { file, reason, dropped }: { file: string; reason: string; dropped: string[] },
  json: boolean,
): void {
  console.error(reason)
  if (json) show({ ...blank, reason, file, scratch_databases_dropped: dropped }, json)
}

/** For people: without what was not reached, and without empty lists. */
const filled = (report: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(report).filter(
      ([, value]) => value !== null && !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  )

const ofBackup = ({ created_at, dray_version, tables, photos, photos_missing }: Manifest) => ({
  created_at,
  dray_version,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  photos,
  photos_missing,
})

const parts: DrillPart[] = ['prepare', 'verify', 'fill', 'count', 'migrate', 'check']

function secondsOf(seconds: Drilled['seconds']): Record<string, number | null> {
  const total = Object.values(seconds).reduce((sum, part) => sum + part, 0)
  const each = parts.map((part) => [part, seconds[part] ?? null] as const)
  return { ...Object.fromEntries(each), total: Math.round(total * 1_000) / 1_000 }
}

/** The members of the JSON are always the same; what was not reached is null. */
const blank = {
  verdict: 'not_run',
  reason: null as string | null,
  file: '',
  created_at: null,
  age_hours: null,
  dray_version: null,
  tables: null,
  rows: null,
  photos: null,
  photos_missing: null,
  migrated: null,
  secret_key: null,
  fault_counts: {},
  faults: [],
  scratch_databases_dropped: [] as string[],
  seconds: secondsOf({}),
}

const adviceOn = (counts: Drilled['counts']): string[] => [
  'The backup is bad: keep an older one that is good.',
  ...new Set((Object.keys(counts) as FaultKind[]).map((kind) => advice[kind])),
]

const ofPhotos =
  'The photo storage had lost or damaged these photos before the backup, or (in one of a version before 0.2.0) they were deleted while it was made: an older backup may have them.'
const ofDray =
  'The rows are complete, but this version makes something else of them: keep the backup, and report it.'

const advice: Record<FaultKind, string> = {
  damaged: 'The file is not as it was written: copy it again from where it was made, or make another backup.',
  not_restorable:
    'A restore fails with this. If the table is not one of Dray, move it to another database: a restore replaces only its own.',
  rows: ofDray,
  schema: ofDray,
  ledger: 'Run `dray ledger check`: it says whether the service has the same differences.',
  photo_missing: ofPhotos,
  photo_damaged: ofPhotos,
  audit_chain: 'Run `dray audit verify`: it says whether the log of the service was changed too.',
  too_old: 'Look at the job that makes the backups, and at the place where it puts them.',
}
