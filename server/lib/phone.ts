import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { phonePattern } from '#contract/phone-pattern.ts'
import { samplePhones } from '#contract/sandbox/words.ts'
import type { Language } from '#contract/vocabulary.ts'
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
  return knownOf(phone).country
}

/**
 * Whether an SMS may be sent to this number: its country is allowed (`SMS_COUNTRIES`; `*` means all), and it is not a
 * premium-rate, shared-cost or toll-free number, which are the targets of SMS pumping.
 */
export function textable(phone: string, countries: '*' | readonly string[]): boolean {
  const { isNumber, country, type } = knownOf(phone)
  if (!isNumber || costlyTypes.has(type)) return false
  return countries === '*' || (country !== null && countries.includes(country))
}

/**
 * Whether a number is known not to receive SMS. False where landlines and mobiles of a country have the same format.
 */
export function isLandline(phone: string): boolean {
  return landlineTypes.has(knownOf(phone).type)
}

/** Whether a number is one of those for tests (`contract/sandbox/words.ts`), which belong to no person. */
export const isSamplePhone = (phone: string): boolean => samplePhone.test(phone)

const samplePhone = new RegExp(samplePhones.pattern)

/** The language of SMS to this number if the partner has set none. */
export function phoneLanguage(phone: string): Language {
  return spanishSpeaking.has(phoneCountry(phone) ?? '') ? 'es' : 'en'
}

/**
 * Masks a number for screens and logs, as in `+34•••••678`: country code, five dots that hide the length, last three
 * digits.
 */
export function maskPhone(phone: string): string {
  const { callingCode } = knownOf(phone)
  return callingCode ? `+${callingCode}•••••${phone.slice(-3)}` : '+•••••'
}

/** Masks every number in a text, also in its links. */
export const maskPhones = (text: string): string =>
  text.replace(/(?:\+|%2B)([1-9]\d{6,14})/gi, (_, digits: string) => maskPhone(`+${digits}`))

const costlyTypes = new Set<string | undefined>(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE'])

const landlineTypes = new Set<string | undefined>(['FIXED_LINE', 'UAN', 'VOICEMAIL'])

const spanishSpeaking = new Set('AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'.split(' '))

/** What the library knows about a number. The members are null, and `type` undefined, where it knows nothing. */
type Known = {
  isNumber: boolean
  country: string | null
  type: string | undefined
  callingCode: string | null
}

const unknown: Known = { isNumber: false, country: null, type: undefined, callingCode: null }

/** A create asks three times about its number, and the library parses it each time. */
const knownOf = remember(parsed, { most: 500 })

/** The library also accepts spaces, Arabic digits and `tel:`, so the strict pattern is checked first. */
function parsed(phone: string): Known {
  const number = /^\+[1-9]\d{6,14}$/.test(phone) ? parsePhoneNumberFromString(phone) : undefined
  if (!number) return unknown
  const { country = null, countryCallingCode: callingCode } = number
  return { isNumber: true, country, type: number.getType(), callingCode }
}
