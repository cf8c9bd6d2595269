import type { ErasureBlocker, Language } from '#contract/vocabulary.ts'
import { Problem, type Text } from '../lib/problem.ts'
import type { Blocker } from './erasure-blockers.ts'

/** A 409 that lists everything that must end before the erasure, and how. */
export const notErasable = (blockers: Blocker[]): Problem =>
  new Problem('wrong_state', {
    en: `The account cannot be deleted yet. ${blockers.map((blocker) => told(blocker, 'en')).join(' ')}`,
    es: `La cuenta todavía no se puede eliminar. ${blockers.map((blocker) => told(blocker, 'es')).join(' ')}`,
  })

const told = (blocker: Blocker, language: Language): string => {
  const amount = ((blocker.cents ?? 0) / 100).toLocaleString(language === 'es' ? 'es-ES' : 'en-IE', {
    style: 'currency',
    currency: 'EUR',
  })
  return texts[blocker.reason][language].replace('{amount}', amount)
}

const texts: Record<ErasureBlocker, Text> = {
  open_jobs: {
    en: 'A job is published and not finished: cancel it, or wait until it is delivered and paid.',
    es: 'Hay un encargo publicado sin terminar: cancélalo o espera a que se entregue y se pague.',
  },
  deliveries: {
    en: 'A job you accepted is not finished: deliver it and wait until it is paid, or drop it.',
    es: 'Hay un encargo aceptado sin terminar: entrégalo y espera a que se pague, o devuélvelo.',
  },
  problems: {
    en: 'Something about a job of yours still has to be settled: wait until it is.',
    es: 'Todavía queda algo por aclarar en uno de tus encargos: espera a que se resuelva.',
  },
  payments: {
    en: 'A payment is still being processed: try again in some minutes.',
    es: 'Hay un pago en curso: inténtalo dentro de unos minutos.',
  },
  wallet: {
    en: 'There is {amount} in the wallet: spend it, or write to support to have it paid back.',
    es: 'Quedan {amount} en el monedero: gástalos o escribe a soporte para que te los devuelvan.',
  },
  earnings: {
    en: '{amount} of earnings has not been paid out: set up payouts if you have not, and wait for the transfer, or write to support.',
    es: 'Quedan {amount} de ganancias por cobrar: configura los cobros si aún no lo has hecho y espera a recibirlos, o escribe a soporte.',
  },
}
