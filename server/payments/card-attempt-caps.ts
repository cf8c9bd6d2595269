import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { Problem, type Text } from '../lib/problem.ts'

type Trx = Transaction<Tables>

/*
 * Caps per account in the last 24 hours. Thieves test stolen cards with many setups and small charges, for which the
 * processor blames the platform. Customers need a few; these caps are no settings, because no installation needs more.
 */
const mostSetups = 20
const mostRefused = 20

/** How long an attempt can wait for its outcome, at most: `abandonAfterSeconds` of `apply-outcome.ts`. */
const undecidedSeconds = 15 * 60

/**
 * Call it in the transaction that inserts the setup, after `lockCardAttempts`.
 *
 * @throws Problem `rate_limit_exceeded`.
 */
export async function refuseTooManySetups(trx: Trx, accountId: string): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at + interval '24 hours' - now()))::int as seconds
    from card_setup where account_id = ${accountId} and created_at > now() - interval '24 hours'
    order by created_at desc offset ${mostSetups - 1} limit 1`.execute(trx)
  if (rows[0]) throw tooMany(tooManySetups, rows[0].seconds)
}

/**
 * Call it in the transaction that inserts a customer's payment by card, after `lockCardAttempts`. Attempts without an
 * outcome count as refused: otherwise many started at once could all be refused. Renewals are not the customer's act.
 *
 * @throws Problem `rate_limit_exceeded`.
 */
export async function refuseTooManyRefusals(trx: Trx, accountId: string): Promise<void> {
  const { rows } = await sql<{ seconds: number; undecided: boolean }>`
    select ceil(extract(epoch from created_at + interval '24 hours' - now()))::int as seconds,
      status in ('authorizing', 'action_required') as undecided
    from payment where account_id = ${accountId} and created_at > now() - interval '24 hours'
      and source = 'card' and purpose in ('publish', 'top_up') and held_at is null and status <> 'captured'
    order by created_at desc limit ${mostRefused}`.execute(trx)
  const oldest = rows[mostRefused - 1]
  if (!oldest) return
  const isUndecided = rows.some(({ undecided }) => undecided)
  throw tooMany(tooManyRefusals, isUndecided ? Math.min(oldest.seconds, undecidedSeconds) : oldest.seconds)
}

/** Serializes the card attempts of an account until the transaction ends, so that each count sees all earlier ones. */
export async function lockCardAttempts(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`card-attempts:${accountId}`}, 0))`.execute(trx)
}

const tooMany = (text: (span: Text) => Text, retryAfterSeconds: number) =>
  new Problem('rate_limit_exceeded', text(spanOf(retryAfterSeconds)), { retryAfterSeconds })

const tooManySetups = ({ en, es }: Text): Text => ({
  en: `You have tried to add many cards in the last 24 hours. To keep cards safe, please wait: you can add the next one in ${en}. A card that you have saved still works.`,
  es: `Has intentado añadir muchas tarjetas en las últimas 24 horas. Por seguridad, tienes que esperar: podrás añadir la siguiente dentro de ${es}. Las que ya hayas guardado siguen sirviendo.`,
})

const tooManyRefusals = ({ en, es }: Text): Text => ({
  en: `Many card payments were not completed in the last 24 hours. To keep cards safe, please wait: you can try again in ${en}.`,
  es: `Muchos pagos con tarjeta no se han completado en las últimas 24 horas. Por seguridad, tienes que esperar: podrás volver a intentarlo dentro de ${es}.`,
})

function spanOf(seconds: number): Text {
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return { en: 'a minute', es: 'un minuto' }
  if (minutes <= 90) return { en: `${minutes} minutes`, es: `${minutes} minutos` }
  const hours = Math.ceil(minutes / 60)
  return { en: `${hours} hours`, es: `${hours} horas` }
}
