import type { PersonLanguage } from '#contract/vocabulary.ts'
import { texts } from '../texts/index.ts'
import { foldToGsm, gsmSeptets, onlyGsm } from './gsm.ts'
import { inPlainLetters, type PlainLetters } from './plain-letters.ts'
import { cut, cutAtWord, graphemes, safeText } from './safe-text.ts'
import { fitsIn, segments, surelyFits } from './segments.ts'

export type DraftSms = {
  companyName: string
  title: string
  /** Place names, not addresses; the route is left out when one is empty. */
  pickupPlace: string
  dropoffPlace: string
  totalCents: number
  /** The only link of the SMS, never cut: ASCII, up to about 400 characters. */
  link: string
  language: PersonLanguage
  /** Whether there is an app to download; without one the link opens the web app. */
  hasApp: boolean
  plainLetters: PlainLetters
}

/**
 * The SMS to the customer (spec 2.7): company, title, route, price, link, and a note on the app, in at most four
 * segments. Accents are dropped where that saves a segment and `plainLetters` names the language. A longer text loses
 * its accents in every language, then the title is shortened, then the places, then the company. Price and link are
 * never cut.
 */
export function draftSms(draft: DraftSms): string {
  const asGiven = eachWord(draft, (text) => text)
  const folded = () => eachWord(draft, foldToGsm)
  const whole = written(asGiven, draft)
  const text = inPlainLetters(whole, draft, () => written(folded(), draft))
  if (surelyFits(text, maxSegments)) return text
  const count = (words: Words) => segments(written(words, draft))
  return written(fitting(text === whole ? asGiven : folded(), count), draft)
}

type Words = {
  titleLength: number
  title: string
  pickupPlace: string
  dropoffPlace: string
  companyName: string
}

const maxSegments = 4
const longestTitle = 40

/** A shortened title ends with "…" if the text has 16-bit characters anyway, else with "..." (see `gsm.ts`). */
function written(words: Words, draft: DraftSms): string {
  const text = joined(words, '...', draft)
  if (graphemes(words.title).length <= words.titleLength || gsmSeptets(text) !== null) return text
  return joined(words, '…', draft)
}

function joined(words: Words, ellipsis: string, { language, totalCents, link, hasApp }: DraftSms): string {
  const { ready, route, total, open, app, noApp } = texts[language].sms.draft
  const title = cutAtWord(withoutEndStop(words.title), words.titleLength, ellipsis)
  const pickup = withoutEndStop(words.pickupPlace)
  const dropoff = withoutEndStop(words.dropoffPlace)
  const subject = [title, pickup && dropoff && route({ pickup, dropoff })].filter(Boolean).join(', ')
  return [
    words.companyName && `${words.companyName}:`,
    ready,
    subject && `${subject}.`,
    total(totalCents),
    open,
    link,
    hasApp ? app : noApp,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Avoids "Sofá., de Madrid" for the title "Sofá.". */
const withoutEndStop = (text: string) => text.replace(/[\s.,;:]+$/, '')

/** Simplifies and shortens the words step by step, and returns the first form that fits. */
function fitting(words: Words, count: (words: Words) => number): Words {
  if (count(words) <= maxSegments) return words
  const folded = eachWord(words, foldToGsm)
  // Dropping accents saves no segment when the title is in another script.
  const plain = count(folded) < count(words) ? folded : words
  const short = shorten(plain, floors, count)
  if (count(short) <= maxSegments) return short
  const latin = shorten(eachWord(words, onlyGsm), floors, count)
  return count(latin) <= maxSegments ? latin : shorten(latin, nothing, count)
}

/** Minimum length of each part, shortened in this order, before characters outside GSM are dropped. */
const floors = { title: 12, pickupPlace: 12, dropoffPlace: 12, companyName: 24 }
const nothing = { title: 0, pickupPlace: 0, dropoffPlace: 0, companyName: 0 }

function shorten(words: Words, floors: typeof nothing, count: (words: Words) => number): Words {
  let result = words
  for (const part of ['title', 'pickupPlace', 'dropoffPlace', 'companyName'] as const) {
    if (count(result) <= maxSegments) return result
    const whole = result
    const kept = (length: number) =>
      part === 'title'
        ? { ...whole, titleLength: Math.min(length, whole.titleLength) }
        : { ...whole, [part]: cut(whole[part], length) }
    const most = Math.min(graphemes(whole[part]).length, part === 'title' ? whole.titleLength : Infinity)
    result = kept(longest(floors[part], most, (n) => count(kept(n)) <= maxSegments))
  }
  return result
}

/**
 * Binary search for the greatest valid length in the range; returns its lower end if no length is valid. Every length
 * shorter than a valid one is valid too.
 */
function longest(least: number, most: number, good: (length: number) => boolean): number {
  if (least >= most) return least
  const middle = Math.ceil((least + most) / 2)
  return good(middle) ? longest(middle, most, good) : longest(least, middle - 1, good)
}

/** Runs `safeText` after every change, because a replaced or removed character may have joined parts into a link. */
function eachWord(words: Omit<Words, 'titleLength'>, change: (text: string) => string): Words {
  return {
    titleLength: longestTitle,
    title: safeText(change(words.title)),
    pickupPlace: safeText(change(words.pickupPlace)),
    dropoffPlace: safeText(change(words.dropoffPlace)),
    companyName: safeText(change(words.companyName)),
  }
}

type NoticeSms = {
  /** Name of the service, as in the SMS with codes. */
  serviceName: string
  /** A short description of the event, then its consequences. */
  title: string
  body: string
  /** Link to the job in the app; it requires a sign-in. */
  link: string
  language: PersonLanguage
  plainLetters: PlainLetters
}

const maxNoticeSegments = 2

/** The SMS of a notice. A longer text loses its accents, then `body`; the link is never cut. */
export function noticeSms({ serviceName, title, body, link, ...letters }: NoticeSms): string {
  const head = `${serviceName}: ${title}.`
  const withLink = (words: string) => `${words} ${link}`
  const cheapest = (words: string) =>
    inPlainLetters(withLink(words), letters, () => withLink(foldToGsm(words)))
  const whole = `${head} ${body}`
  const forms = [cheapest(whole), withLink(foldToGsm(whole)), cheapest(head)]
  return forms.find((text) => fitsIn(text, maxNoticeSegments)) ?? withLink(foldToGsm(head))
}
