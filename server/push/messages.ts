import type { PushPayload } from '#contract/app/live.ts'
import type { Language, NoticeKind } from '#contract/vocabulary.ts'

/** Data for the text of a push. It is shown on locked screens: no address, no phone number, no surname. */
export type About = {
  kind: NoticeKind
  language: Language
  /** Null for a notice about the account. */
  job: AboutJob | null
}

export type AboutJob = {
  id: string
  title: string
  /** Place names of pickup and dropoff, empty if unknown. */
  pickup: string
  dropoff: string
  earnsCents: number
  /** Full name of the carrier of the job; only the first word is shown. */
  carrierName: string | null
  /** Whether the recipient is the carrier of the job. */
  toCarrier: boolean
}

type Words = { title: string; body: string }

export function pushPayload({ kind, language, job }: About): PushPayload {
  const { title, body } = texts[language](factsOf(job, language))[kind]
  return { kind, title, body, url: urlOf(kind, job), tag: job ? `job-${job.id}` : 'account' }
}

function urlOf(kind: NoticeKind, job: AboutJob | null): string {
  if (!job) return '/carrier/profile'
  if (kind === 'job_nearby') return '/carrier'
  return job.toCarrier ? `/carrier/jobs/${job.id}` : `/app/jobs/${job.id}`
}

type Facts = { what: string; route: string; from: string; earns: string; who: string }

function factsOf(job: AboutJob | null, language: Language): Facts {
  if (!job) return { what: '', route: '', from: '', earns: '', who: '' }
  const { title, pickup, dropoff, earnsCents, carrierName } = job
  const euros = (earnsCents / 100).toFixed(2)
  const somebody = language === 'es' ? 'Tu transportista' : 'Your carrier'
  return {
    what: shortened(title, 60),
    route: [pickup, dropoff].filter(Boolean).join(' → '),
    from: pickup,
    earns: language === 'es' ? `${euros.replace('.', ',')} €` : `€${euros}`,
    who: shortened(carrierName?.trim().split(/\s+/)[0] ?? '', 30) || somebody,
  }
}

const shortened = (text: string, length: number): string => {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`
}

type Texts = (facts: Facts) => Record<NoticeKind, Words>

const english: Texts = ({ what, route, from, earns, who }) => ({
  job_posted: { title: 'Your job is published', body: `${what}. We tell you as soon as a carrier accepts.` },
  job_accepted: { title: 'A carrier has accepted', body: `${who} takes care of it: ${what}.` },
  job_collected: { title: 'Collected', body: `${what} is on its way.` },
  job_completed: { title: 'Delivered', body: `${what}. All done; you can leave a rating.` },
  job_cancelled_by_customer: { title: 'The customer has cancelled', body: `${what}, ${route}.` },
  job_cancelled_by_carrier: {
    title: 'The carrier had to cancel',
    body: `${what}. You get everything back, and can start it again with one tap.`,
  },
  job_cancelled_by_staff: { title: 'The job was cancelled', body: `Our team has cancelled it: ${what}.` },
  job_cancelled_by_system: { title: 'The job was cancelled', body: `${what}. Open it to see why.` },
  hold_not_renewed: {
    title: 'Your payment needs you',
    body: `The amount for ${what} could not be held again. Pay again within 24 hours to keep it published.`,
  },
  delivery_to_confirm: {
    title: 'Has it arrived?',
    body: `${what}. The carrier says it is delivered, sooner than the trip usually takes. Please confirm it or tell us what is wrong.`,
  },
  problem_reported: {
    title: 'The customer has told us about a problem',
    body: `${what}. Our team is looking at it. If you have not been paid yet, your payment waits until then.`,
  },
  problem_resolved: {
    title: 'Our team has looked at the problem',
    body: `${what}. Open the job to see how it goes on.`,
  },
  payment_refused: { title: 'Your payment was refused', body: `${what}. Please choose another way to pay.` },
  job_refunded: { title: 'You get money back', body: `${what}. Open it to see the amount and the date.` },
  job_nearby: { title: `New job${from && ` in ${from}`}: ${earns}`, body: `${what}. ${route}` },
  carrier_approved: { title: 'You are approved', body: 'Jobs nearby are waiting for you.' },
  carrier_rejected: { title: 'Not approved', body: 'Open your profile to see why and what to change.' },
  carrier_suspended: {
    title: 'Your carrier account is suspended',
    body: 'Open your profile to see why. You keep the jobs you have accepted.',
  },
})

const spanish: Texts = ({ what, route, from, earns, who }) => ({
  job_posted: {
    title: 'Tu encargo está publicado',
    body: `${what}. Te avisaremos en cuanto un transportista lo acepte.`,
  },
  job_accepted: { title: 'Un transportista ha aceptado', body: `${who} se encarga: ${what}.` },
  job_collected: { title: 'Recogido', body: `${what} está en camino.` },
  job_completed: { title: 'Entregado', body: `${what}. Todo listo; puedes dejar una valoración.` },
  job_cancelled_by_customer: { title: 'El cliente ha cancelado', body: `${what}, ${route}.` },
  job_cancelled_by_carrier: {
    title: 'El transportista ha tenido que cancelar',
    body: `${what}. Te devolvemos todo y puedes volver a empezar con un toque.`,
  },
  job_cancelled_by_staff: {
    title: 'El encargo se ha cancelado',
    body: `Nuestro equipo lo ha cancelado: ${what}.`,
  },
  job_cancelled_by_system: { title: 'El encargo se ha cancelado', body: `${what}. Ábrelo para ver por qué.` },
  hold_not_renewed: {
    title: 'Revisa tu pago',
    body: `No hemos podido volver a retener el importe de ${what}. Paga de nuevo en 24 horas para que siga publicado.`,
  },
  delivery_to_confirm: {
    title: '¿Ha llegado?',
    body: `${what}. El transportista dice que está entregado, antes de lo habitual en este trayecto. Confírmalo o dinos qué va mal.`,
  },
  problem_reported: {
    title: 'El cliente nos ha avisado de un problema',
    body: `${what}. Nuestro equipo lo está revisando. Si aún no has cobrado, tu pago espera mientras tanto.`,
  },
  problem_resolved: {
    title: 'Hemos revisado el problema',
    body: `${what}. Abre el encargo para ver cómo sigue.`,
  },
  payment_refused: {
    title: 'Tu pago ha sido rechazado',
    body: `${what}. Elige otra forma de pago, por favor.`,
  },
  job_refunded: { title: 'Te devolvemos dinero', body: `${what}. Ábrelo para ver el importe y la fecha.` },
  job_nearby: { title: `Nuevo encargo${from && ` en ${from}`}: ${earns}`, body: `${what}. ${route}` },
  carrier_approved: {
    title: 'Ya puedes empezar',
    body: 'Te hemos aprobado. Hay encargos cerca esperándote.',
  },
  carrier_rejected: {
    title: 'No te hemos aprobado',
    body: 'Abre tu perfil para ver por qué y qué puedes cambiar.',
  },
  carrier_suspended: {
    title: 'Tu cuenta de transportista está suspendida',
    body: 'Abre tu perfil para ver por qué. Conservas los encargos que ya has aceptado.',
  },
})

const texts: Record<Language, Texts> = { en: english, es: spanish }
