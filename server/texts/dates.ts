import type { NoticeWindow } from './notice.ts'

/** How a language writes dates. `locale` such as `it-IT`. */
export const datesOf = (locale: string) => ({
  /** "3 December 2026 at 10:00:00 CET". */
  instant: (at: Date, timeZone: string): string => instants(locale, 'long', timeZone).format(at),
  /** "3 Dec 2026, 10:00:00 CET", for a table of movements. */
  shortInstant: (at: Date, timeZone: string): string => instants(locale, 'short', timeZone).format(at),
  /** "Thu 3 Dec, 10:00": the end of a term. */
  dayTime: (at: Date, timeZone: string): string =>
    new Intl.DateTimeFormat(locale, { ...dayAndTime, timeZone }).format(at),
  /** "December 2026" of `2026-12`. */
  month: (month: string): string =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
      .format(new Date(`${month}-01T00:00:00Z`))
      .replace(/^./, (letter) => letter.toUpperCase()),
  /** "Thu 3 Dec, 10:00-12:00". With a plain hyphen, because a dash makes a text message longer. */
  window: ({ startsAt, endsAt, timeZone }: NoticeWindow): string =>
    new Intl.DateTimeFormat(locale, { ...dayAndTime, timeZone })
      .formatRange(startsAt, endsAt)
      .replace(/\s?–\s?/g, '-'),
})

const dayAndTime: Intl.DateTimeFormatOptions = {
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit' },
}

const instants = (locale: string, month: 'long' | 'short', timeZone: string) =>
  new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month, year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ timeZone, timeZoneName: 'short' },
  })
