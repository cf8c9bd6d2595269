import { type Kysely, type Selectable, sql } from 'kysely'
import { type CodeResult, type ProofStep, proofSteps } from '#contract/proof.ts'
import type { Tables } from '../../db/tables.ts'
import type { JobPhoto } from '../read-photos.ts'
import type { JobRow } from '../transition.ts'
import { metresBetween, type SaidDistance, sayDistance } from './distance.ts'
import type { Place } from './record-proof.ts'

type ProofRow = Selectable<Tables['job_proof']>

/** The proof of one step of a job. */
export type Proof = {
  step: ProofStep
  carrierId: string
  photo: JobPhoto | null
  /** When it was done, as far as the phone's clock can be believed. */
  at: Date
  tappedAt: Date | null
  receivedAt: Date
  place: Place | null
  /** Metres from the place to the address. */
  awayM: number | null
  distance: SaidDistance | null
  code: CodeResult | null
}

/** The proofs of a job, the collection first. */
export async function readProofs(
  kysely: Kysely<Tables>,
  job: Pick<JobRow, 'id' | 'pickup' | 'dropoff' | 'accepted_at'>,
): Promise<Proof[]> {
  const rows = await kysely.selectFrom('job_proof').selectAll().where('job_id', '=', job.id).execute()
  if (rows.length === 0) return []
  const [photos, code] = await Promise.all([readPhotos(kysely, job.id), readResult(kysely, job.id)])
  return proofSteps.flatMap((step) => {
    const row = rows.find((one) => one.step === step)
    if (!row) return []
    const place = placeOf(row)
    const stop = step === 'collection' ? job.pickup : job.dropoff
    return {
      step,
      carrierId: row.carrier_id,
      photo: photos.get(step) ?? null,
      at: believedAt(row, job.accepted_at),
      tappedAt: row.tapped_at,
      receivedAt: row.received_at,
      place,
      awayM: place && metresBetween(place, stop),
      distance: place && sayDistance(place, stop),
      code: step === 'delivery' ? code : null,
    }
  })
}

/** A phone's clock may be some seconds ahead. */
const aheadMs = 60_000

/** The tap, if it is after the acceptance and not after the request; else when the server got the request. */
export function believedAt(
  { tapped_at, received_at }: Pick<ProofRow, 'tapped_at' | 'received_at'>,
  acceptedAt: Date | null,
): Date {
  if (!tapped_at || (acceptedAt && tapped_at < acceptedAt)) return received_at
  if (tapped_at.getTime() > received_at.getTime() + aheadMs) return received_at
  return tapped_at < received_at ? tapped_at : received_at
}

const placeOf = ({ lat, lon, accuracy_m }: ProofRow): Place | null =>
  lat === null || lon === null ? null : { lat, lon, accuracyM: accuracy_m ?? 0 }

async function readPhotos(kysely: Kysely<Tables>, jobId: string): Promise<Map<string, JobPhoto>> {
  const rows = await kysely
    .selectFrom('photo')
    .select(['purpose', 'name', 'width', 'height'])
    .where('job_id', '=', jobId)
    .where('purpose', 'in', [...proofSteps])
    .execute()
  return new Map(rows.map(({ purpose, ...photo }) => [purpose, photo]))
}

async function readResult(kysely: Kysely<Tables>, jobId: string): Promise<CodeResult | null> {
  const row = await kysely
    .selectFrom('asked_proof')
    .select('code_result')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row?.code_result ?? null
}

/** How often a wrong code was typed; staff see it. */
export async function readCodeChecks(
  kysely: Kysely<Tables>,
  jobId: string,
): Promise<{ isAsked: boolean; checks: number; result: CodeResult | null }> {
  const { rows } = await sql<{ isAsked: boolean; checks: number; result: CodeResult | null }>`
    select code is not null or code_result is not null as "isAsked", code_checks as checks, code_result as result
    from asked_proof where job_id = ${jobId}`.execute(kysely)
  return rows[0] ?? { isAsked: false, checks: 0, result: null }
}
