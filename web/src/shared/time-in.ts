import { locale } from '../kit/money.ts'

/** An instant as the file of a receipt says it: in the time zone of the page, with its name. */
export const timeIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ timeZone, timeZoneName: 'short' },
  }).format(new Date(instant))
