import type pg from 'pg'
import { newId } from '../../server/lib/ids.ts'

/** The people and jobs of the lives; the jobs exist, so that their prices and fees are known. */
export type LifeScene = {
  customerId: string
  carrierId: string
  completedJobId: string
  cancelledJobId: string
}

type Entry = {
  id: string
  kind: string
  debit: string
  credit: string
  amount_cents: number
  job_id: string | null
  payment_id: string
  effect_id: string | null
  key_number: number
}

type Life = {
  payment: {
    id: string
    purpose: string
    source: string
    job_id: string | null
    amount_cents: number
    status: string
  }
  effects: { id: string; payment_id: string; kind: string; amount_cents: number; status: string }[]
  entries: Entry[]
}

/** The same numbers for the same seed, 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const kinds = [
  'delivery',
  'delivery',
  'delivery',
  'cancellation',
  'tip',
  'released',
  'top_up',
  'outside',
] as const

/** What a life is written with. */
type Writing = {
  life: Life
  random: () => number
  scene: LifeScene
  isTopUp: boolean
  /** The account that pays, and is paid back. */
  payer: string
}

/** One payment with all that the ledger books for it, as `apply.ts`, `share-out.ts` and the events book it. */
export function lifeOf(random: () => number, scene: LifeScene): Life {
  const kind = kinds[Math.floor(random() * kinds.length)] ?? 'delivery'
  const isTopUp = kind === 'top_up'
  const isTip = kind === 'tip'
  const source = !isTopUp && !isTip && random() < 0.3 ? 'wallet' : 'card'
  const jobId = kind === 'cancellation' ? scene.cancelledJobId : scene.completedJobId
  const amount = 500 + Math.floor(random() * 50_000)
  const life: Life = {
    payment: {
      ...{ id: newId(), source, job_id: isTopUp ? null : jobId, amount_cents: amount },
      purpose: isTopUp ? 'top_up' : isTip ? 'tip' : 'publish',
      status: kind === 'released' ? 'released' : 'captured',
    },
    effects: [],
    entries: [],
  }
  const payer = source === 'wallet' ? `wallet:${scene.customerId}` : 'processor:sandbox'
  const writing = { life, random, scene, isTopUp, payer }
  const taken = take(writing, kind)
  if (taken === 0) return life
  if (isTopUp) add(writing, ['top_up', capturedOf(life), `wallet:${scene.customerId}`, taken])
  else shareOut(writing, taken)
  refund(writing, taken)
  if (random() < 0.1) dispute(writing, taken)
  return life
}

const capturedOf = ({ payment }: Life) => `captured:${payment.id}`

type Move = [kind: string, debit: string, credit: string, cents: number]

function add({ life }: Writing, [kind, debit, credit, cents]: Move, effectId?: string, keyNumber = 0): void {
  const { id, job_id, purpose } = life.payment
  const about = { job_id: purpose === 'tip' ? null : job_id, payment_id: id }
  life.entries.push({
    ...{ id: newId(), kind, debit, credit, amount_cents: cents, ...about },
    ...{ effect_id: effectId ?? null, key_number: keyNumber },
  })
}

/** @returns the captured cents; 0 for a hold that is released. */
function take(writing: Writing, kind: (typeof kinds)[number]): number {
  const { life, random, payer } = writing
  const { id, amount_cents: amount } = life.payment
  const captured = capturedOf(life)
  if (kind === 'outside') {
    add(writing, ['capture', 'platform:outside', captured, amount])
    return amount
  }
  const held = `held:${id}`
  add(writing, ['hold', payer, held, amount])
  const taken = kind === 'released' ? 0 : kind === 'cancellation' ? 1 + Math.floor(random() * amount) : amount
  if (taken > 0) add(writing, ['capture', held, captured, taken])
  if (taken < amount) add(writing, ['release', held, payer, amount - taken])
  return taken
}

function shareOut(writing: Writing, cents: number): void {
  const captured = capturedOf(writing.life)
  const carrier = `carrier:${writing.scene.carrierId}`
  const share = writing.life.payment.purpose === 'tip' ? cents : Math.ceil(cents * 0.8)
  add(writing, ['share', captured, carrier, share])
  if (cents > share) add(writing, ['fee', captured, 'platform:fees', cents - share])
  add(writing, ['transfer', carrier, 'processor:sandbox', share])
}

/** None, or up to three refunds; some fail once and are made again, and those of a top-up take money out of the wallet. */
function refund(writing: Writing, cents: number): void {
  const { life, random, scene, isTopUp, payer } = writing
  const captured = capturedOf(life)
  let left = cents
  for (let count = random() < 0.3 ? 1 + Math.floor(random() * 3) : 0; count > 0 && left > 0; count--) {
    const part = 1 + Math.floor(random() * left)
    left -= part
    const effectId = newId()
    const about = { payment_id: life.payment.id, kind: 'refund', status: 'done' }
    life.effects.push({ ...about, id: effectId, amount_cents: part })
    const tries = random() < 0.2 ? 2 : 1
    for (let number = 0; number < tries; number++) {
      add(writing, ['refund', captured, payer, part], effectId, number)
      const wallet = `wallet:${scene.customerId}`
      if (isTopUp) add(writing, ['correction', wallet, captured, part], effectId, number)
      if (number < tries - 1) add(writing, ['refund_failed', payer, captured, part], effectId, number)
    }
    if (!isTopUp) bear(writing, part)
  }
}

/** A refund at the cost of the platform, of the carrier, or of both. */
function bear(writing: Writing, cents: number): void {
  const { life, random, scene } = writing
  const ofCarrier = random() < 0.4 ? Math.floor(random() * (cents + 1)) : 0
  const captured = capturedOf(life)
  if (ofCarrier > 0) add(writing, ['correction', `carrier:${scene.carrierId}`, captured, ofCarrier])
  if (cents > ofCarrier) add(writing, ['correction', 'platform:fees', captured, cents - ofCarrier])
}

function dispute(writing: Writing, cents: number): void {
  add(writing, ['dispute', 'platform:disputes', 'processor:sandbox', cents])
  add(writing, ['dispute_fee', 'platform:dispute_fees', 'processor:sandbox', 1_500])
}

/** Writes lives in one transaction; the triggers of the ledger run as always. */
export async function writeLives(pool: pg.Pool, lives: Life[], scene: LifeScene & { methodId: string }) {
  const insert = async (table: string, columns: string, rows: object[]) => {
    const names = columns.replaceAll(/ (uuid|text|integer)/g, '')
    await pool.query(
      `insert into ${table} (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as t(${columns})`,
      [JSON.stringify(rows)],
    )
  }
  const payments = lives.map(({ payment }) => ({
    ...payment,
    ...{ account_id: scene.customerId, processor: 'sandbox', mode: 'live' },
    method_id: payment.source === 'card' ? scene.methodId : null,
  }))
  await insert(
    'payment',
    'id uuid, purpose text, account_id uuid, job_id uuid, source text, method_id uuid, processor text, mode text, status text, amount_cents integer',
    payments,
  )
  await insert(
    'payment_effect',
    'id uuid, payment_id uuid, kind text, amount_cents integer, status text',
    lives.flatMap(({ effects }) => effects),
  )
  const entries = lives.flatMap((life) => life.entries.map((entry) => ({ ...entry, mode: 'live' })))
  await insert(
    'ledger_transfer',
    'id uuid, kind text, debit text, credit text, amount_cents integer, mode text, job_id uuid, payment_id uuid, effect_id uuid, key_number integer',
    entries,
  )
}
