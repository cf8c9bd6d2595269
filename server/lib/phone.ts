import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { phonePattern } from '#contract/phone-pattern.ts'
import type { Language } from '#contract/vocabulary.ts'

/**
 * Whether a text is a number as the spec wants it (2.2): E.164, ASCII digits, a length its country knows. The published
 * document shows the same pattern.
 */
export function isE164(text: string): boolean {
  return e164.test(text)
}

const e164 = new RegExp(phonePattern)

/** Upper-case ISO code; null for satellite and other numbers that belong to no one country. */
export function phoneCountry(phone: string): string | null {
  return parse(phone)?.country ?? null
}

/**
 * Whether a text may go to this number: its country is allowed (`SMS_COUNTRIES`; `*` is all), and it is no line that
 * bills the caller or a company, which is what SMS pumping is after.
 */
export function textable(phone: string, countries: '*' | readonly string[]): boolean {
  const number = parse(phone)
  if (!number || costlyTypes.has(number.getType())) return false
  return countries === '*' || (number.country !== undefined && countries.includes(number.country))
}

/** Whether a number is known to receive no texts. Where a country gives landlines and mobiles the same form, it may. */
export function isLandline(phone: string): boolean {
  return landlineTypes.has(parse(phone)?.getType())
}

/** The language to text a number in when the partner has set none. */
export function phoneLanguage(phone: string): Language {
  return spanishSpeaking.has(phoneCountry(phone) ?? '') ? 'es' : 'en'
}

/** For screens and logs: the country code and the last three digits, `+34•••••678`. Always five dots, to hide the length. */
export function maskPhone(phone: string): string {
  const number = parse(phone)
  return number ? `+${number.countryCallingCode}•••••${phone.slice(-3)}` : '+•••••'
}

const costlyTypes = new Set<string | undefined>(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE'])

const landlineTypes = new Set<string | undefined>(['FIXED_LINE', 'UAN', 'VOICEMAIL'])

const spanishSpeaking = new Set('AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'.split(' '))

/** The library also reads spaces, Arabic digits and `tel:`; the strict pattern goes first. */
function parse(phone: string): PhoneNumber | undefined {
  return /^\+[1-9]\d{6,14}$/.test(phone) ? parsePhoneNumberFromString(phone) : undefined
}
