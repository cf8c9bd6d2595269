import { maxDaysAhead } from '#contract/app/time.ts'
import type { PartOfDay } from '#contract/vocabulary.ts'
import { type Details, Problem } from '../../lib/problem.ts'
import { dayAt, instantAt, wallAt } from '../../lib/zoned-time.ts'

/** The instants of a wish or a window. */
export type Span = { startsAt: Date; endsAt: Date }

/** Hours of each part of a day, in the time of the pickup. */
const hoursOf: Record<PartOfDay, [from: number, to: number]> = {
  morning: [8, 13],
  afternoon: [13, 18],
  evening: [18, 21],
}

const minute = 60_000
const hour = 60 * minute
const shortestMs = 30 * minute
const longestMs = 12 * hour

/** A window must end at least this long from now to be proposed or agreed, and a wish to be taken. */
const leadMs = hour

export type WishedDay = { day: string; part: PartOfDay }

export const spanOfWish = ({ day, part }: WishedDay, timeZone: string): Span => {
  const [from, to] = hoursOf[part]
  return { startsAt: at(day, from * hour, timeZone), endsAt: at(day, to * hour, timeZone) }
}

export type GivenWindow = { day: string; from: string; to: string }

/** @param given day and clock in the time zone. */
export const spanOfWindow = ({ day, from, to }: GivenWindow, timeZone: string): Span => ({
  startsAt: at(day, msOf(from), timeZone),
  endsAt: at(day, msOf(to), timeZone),
})

const at = (day: string, ms: number, timeZone: string): Date =>
  instantAt(Date.parse(`${day}T00:00:00Z`) + ms, timeZone)

/** Where clocks are put forward, an hour is missing. */
function isOnTheClock(given: GivenWindow, field: 'from' | 'to', timeZone: string): boolean {
  const wallMs = Date.parse(`${given.day}T00:00:00Z`) + msOf(given[field])
  return wallAt(instantAt(wallMs, timeZone), timeZone) === wallMs
}

const msOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * hour + minutes * minute
}

/** Whether a window or a wish can still be kept. */
export const isAhead = ({ endsAt }: Pick<Span, 'endsAt'>, now: Date): boolean =>
  endsAt.getTime() >= now.getTime() + leadMs

/** Whether a window is within a wish, so the customer has agreed to it beforehand. */
export const isWithin = (window: Span, wish: Span): boolean =>
  window.startsAt >= wish.startsAt && window.endsAt <= wish.endsAt

/** Why the wishes cannot be saved; null if they can. */
export function wishesFault(wishes: readonly WishedDay[], timeZone: string, now: Date): Problem | null {
  const details: Details = {}
  for (const [index, wish] of wishes.entries())
    if (!isKnownDay(wish.day) || !isNear(wish.day, timeZone, now))
      details[`wishes[${index}].day`] = (t) => t.fields.dayAhead(maxDaysAhead)
    else if (!isAhead(spanOfWish(wish, timeZone), now))
      details[`wishes[${index}].part`] = (t) => t.fields.partOver
  return faultOf(details)
}

/** Why a window cannot be proposed; null if it can. */
export function windowFault(given: GivenWindow, timeZone: string, now: Date): Problem | null {
  if (!isKnownDay(given.day) || !isNear(given.day, timeZone, now))
    return faultOf({ day: (t) => t.fields.dayAhead(maxDaysAhead) })
  // By the clock on the wall: a day on which clocks change has windows of the same length.
  const lengthMs = msOf(given.to) - msOf(given.from)
  if (lengthMs < shortestMs || lengthMs > longestMs) return faultOf({ to: (t) => t.fields.windowLength })
  for (const field of ['from', 'to'] as const)
    if (!isOnTheClock(given, field, timeZone)) return faultOf({ [field]: (t) => t.fields.noSuchHour })
  const { endsAt } = spanOfWindow(given, timeZone)
  return isAhead({ endsAt }, now) ? null : faultOf({ to: (t) => t.fields.windowOver })
}

const faultOf = (details: Details): Problem | null =>
  Object.keys(details).length === 0
    ? null
    : new Problem('validation_error', (t) => t.jobs.timeImpossible, { details })

/** February has no 30th. */
const isKnownDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false

const isNear = (day: string, timeZone: string, now: Date): boolean => {
  const today = dayAt(now, timeZone)
  const last = dayAt(new Date(Date.parse(`${today}T00:00:00Z`) + maxDaysAhead * 24 * hour), 'UTC')
  return day >= today && day <= last
}
