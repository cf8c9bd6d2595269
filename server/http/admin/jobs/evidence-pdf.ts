import { buffer } from 'node:stream/consumers'
import type { Language } from '#contract/vocabulary.ts'
import type { Jpeg } from '#lib/pdf/jpeg.ts'
import { type PdfLine, writePdf } from '#lib/pdf/write-pdf.ts'
import type { JobPhoto } from '../../../jobs/read-photos.ts'
import { eurosFromCents } from '../../../lib/money.ts'
import { openPhoto, type ReadNeeds } from '../../../photos/read.ts'
import { type Texts, texts } from '../../../texts/index.ts'
import type { answerJob } from './present.ts'

type Job = Awaited<ReturnType<typeof answerJob>>
type Proof = Job['proofs'][number]
type T = Texts['evidence']

export type Change = {
  at: Proof['at']
  kind: string
  what: string
  outcome: string | null
  amountEuros: string | null
}

type Evidence = { job: Job; changes: Change[]; by: string; language: Language }

/** The proofs of a job with their photos, and what happened, for a bank that takes a charge back. */
export async function evidencePdf(needs: ReadNeeds, evidence: Evidence): Promise<Buffer> {
  const { job, by, language } = evidence
  const t = texts[language].evidence
  const title = t.title(job.short_id)
  const proofs = await Promise.all(job.proofs.map((proof) => proofLines(needs, proof, { job, t })))
  const lines: PdfLine[] = [
    plain(title, { size: 18, isBold: true }),
    ...(job.mode === 'test' ? [plain(t.test, { isBold: true }, 4)] : []),
    plain(job.title, {}, 8),
    plain(t.trip(job.pickup_town ?? '–', job.dropoff_town ?? '–')),
    plain(t.total(euros(job.total_cents))),
    ...proofs.flat(),
    plain(t.changes, { isBold: true, size: 12 }, 18),
    ...evidence.changes.map(changeLine),
    plain(t.exported(instant(new Date()), by), { size: 8 }, 18),
  ]
  return writePdf({ title, author: by, language, lines })
}

async function proofLines(
  needs: ReadNeeds,
  proof: Proof,
  { job, t }: { job: Job; t: T },
): Promise<PdfLine[]> {
  const picture = await readPicture(needs, photoOf(job, proof))
  const code = proof.step === 'delivery' && job.delivery_code.result
  return [
    plain(t.steps[proof.step], { isBold: true, size: 12 }, 18),
    plain(t.at(instant(proof.at)), {}, 4),
    plain(t.received(instant(proof.received_at))),
    ...(proof.away_m === null ? [] : [plain(t.away(proof.away_m, Math.ceil(proof.accuracy_m ?? 0)))]),
    ...(code ? [plain(t.code[code])] : []),
    picture ? { texts: [{ text: '' }], picture } : plain(t.noPhoto),
  ]
}

/** The photo has the name that its address ends with. */
function photoOf({ photos }: Job, { photo_url: url }: Proof): JobPhoto | null {
  const photo = photos.find((one) => one.url === url)
  return photo ? { name: photo.url.split('/').at(-1) ?? '', width: photo.width, height: photo.height } : null
}

async function readPicture(needs: ReadNeeds, photo: JobPhoto | null): Promise<Jpeg | null> {
  const opened = photo && (await openPhoto(needs, photo.name))
  return opened ? { bytes: await buffer(opened.stream), width: photo.width, height: photo.height } : null
}

const changeLine = ({ at, kind, what, outcome, amountEuros }: Change): PdfLine => ({
  texts: [
    { text: instant(at), size: 8, width: 110 },
    { text: [kind, what, outcome].filter(Boolean).join(' · '), x: 115, size: 8, width: 290 },
    { text: amountEuros ? `${amountEuros} €` : '', x: 483, align: 'right', size: 8 },
  ],
  gap: 2,
})

const plain = (text: string, look: { size?: number; isBold?: boolean } = {}, gap = 0): PdfLine => ({
  texts: [{ text, ...look }],
  gap,
})

const euros = (cents: number): string => `${eurosFromCents(cents).toFixed(2)} €`

const instant = (at: Proof['at']): string =>
  (at instanceof Date ? at : new Date(String(at))).toISOString().slice(0, 19).replace('T', ' ')
