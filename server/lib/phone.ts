import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  type NumberType,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { phonePattern } from '#contract/phone-pattern.ts'
import { samplePhones } from '#contract/sandbox/words.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { remember } from './remember.ts'

/**
 * Whether a text is a valid number (spec 2.2): E.164, ASCII digits, a length that its country uses. The published
 * document contains the same pattern.
 */
export function isE164(text: string): boolean {
  return e164.test(text)
}

const e164 = new RegExp(phonePattern)

/** Returns the upper-case ISO code, or null for satellite and other numbers without a single country. */
export function phoneCountry(phone: string): string | null {
  return knownNumber(phone).country
}

/** Whether a number is reserved for tests (`contract/sandbox/words.ts`) and belongs to no person. */
export const isSamplePhone = (phone: string): boolean => samplePhone.test(phone)

const samplePhone = new RegExp(samplePhones.pattern)

/** The default language of SMS to this number. */
export function phoneLanguage(phone: string): PersonLanguage {
  const country = phoneCountry(phone) ?? ''
  return spoken.find(([, countries]) => countries.has(country))?.[0] ?? 'en'
}

/**
 * Masks a number for screens and logs, as in `+34•••••678`: country code, five dots that hide the length, last three
 * digits.
 */
export function maskPhone(phone: string): string {
  const { callingCode } = knownNumber(phone)
  return callingCode ? `+${callingCode}•••••${phone.slice(-3)}` : '+•••••'
}

/** Masks every number in a text, also in its links. */
export const maskPhones = (text: string): string =>
  text.replace(/(?:\+|%2B)([1-9]\d{6,14})/gi, (_, digits: string) => maskPhone(`+${digits}`))

/**
 * The language that most people of a country read, of the languages that Dray has; English for every other country.
 * In a country of several languages it is that of most people: German in Switzerland, French in Belgium.
 */
const spoken = (
  [
    ['es', 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'],
    ['pt', 'AO BR CV GW MZ PT ST TL'],
    [
      'fr',
      'BE BF BI BJ BL CD CF CG CI CM DJ DZ FR GA GF GN GP HT KM LU MA MC MF MG ML MQ NC NE PF PM RE SN TD TG TN WF YT',
    ],
    ['it', 'IT SM VA'],
    ['de', 'AT CH DE LI'],
    ['ca', 'AD'],
  ] as const
).map(([language, countries]) => [language, new Set<string>(countries.split(' '))] as const)

/** What the library knows about a number. */
export type KnownNumber = {
  /** Without digits that are dialled only inside the country; null if the text cannot be read as one. */
  e164: string | null
  /** Null where the library cannot tell, and for satellite and other numbers without a country. */
  country: string | null
  /** The possible countries of a number: several if they share a range, all of the code for an unknown range. */
  possibleCountries: readonly string[]
  /** Undefined for a range that the library does not know. */
  type: NumberType
  callingCode: string | null
}

const unknown: KnownNumber = {
  e164: null,
  country: null,
  possibleCountries: [],
  type: undefined,
  callingCode: null,
}

/** Cached: a create queries its number several times, and the library parses it each time. */
export const knownNumber = remember(parsed, { most: 500 })

/** The library also accepts spaces, Arabic digits and `tel:`, so the strict pattern is checked first. */
function parsed(phone: string): KnownNumber {
  const number = /^\+[1-9]\d{6,14}$/.test(phone) ? parsePhoneNumberFromString(phone) : undefined
  if (!number) return unknown
  const { number: e164, country = null, countryCallingCode: callingCode } = number
  return {
    e164,
    country,
    possibleCountries: possibleCountries(number),
    type: number.getType(),
    callingCode,
  }
}

/** The library names one country only, such as Finland for a mobile that may also be from Åland. */
function possibleCountries(number: PhoneNumber): CountryCode[] {
  const { country, countryCallingCode } = number
  if (country && countriesOf.get(countryCallingCode)?.length === 1) return [country]
  const as = (each: CountryCode | undefined) =>
    Object.assign(Object.create(number), { country: each }) as PhoneNumber
  const ofCode = as(undefined).getPossibleCountries()
  if (!country) return ofCode
  const valid = ofCode.filter((each) => as(each).isValid())
  return valid.length > 0 ? valid : [country]
}

const countriesOf = Map.groupBy(getCountries(), (each) => getCountryCallingCode(each))
