import { isE164, knownNumber } from '../lib/phone.ts'

/**
 * The numbers that may be texted (`SMS_COUNTRIES`): countries, `*` for all of them, and first digits such as `+881`.
 */
export type TextedNumbers = readonly string[]

export type NumberFault =
  | 'not_e164'
  /** Written with digits that are dialled only inside the country. */
  | 'national_prefix'
  | 'mexican_one'
  | 'argentine_mobile'
  | 'costly'
  | 'not_served'

/** Why a number is refused, for drafts and sign-in codes alike; null if it is accepted. */
export function numberFault(phone: string, texted: TextedNumbers): NumberFault | null {
  return formFault(phone) ?? costFault(phone, texted)
}

/** Whether a number receives no SMS. False where landlines and mobiles of a country have the same format. */
export function isLandline(phone: string): boolean {
  return silentTypes.has(knownNumber(phone).type) || (mayBeArgentineMobile(phone) && !isCostly(phone))
}

/** Only the 9 distinguishes a mobile of Argentina from a landline, and it is often left out. */
export const mayBeArgentineMobile = (phone: string): boolean => /^\+54[^9]/.test(phone)

/**
 * Mistakes in numbers of two countries have their own errors, because they were correct once or are correct at home.
 */
function formFault(phone: string): NumberFault | null {
  if (/^\+521\d{10}$/.test(phone)) return 'mexican_one'
  const { e164 } = knownNumber(phone)
  const isWhole = e164 === phone
  if (/^\+54\d{10,13}$/.test(phone) && !(isWhole && isE164(phone))) return 'argentine_mobile'
  if (e164 !== null && !isWhole) return 'national_prefix'
  return isE164(phone) ? null : 'not_e164'
}

/**
 * Numbers that cost most are the targets of SMS pumping, so a country does not include them: their digits must be
 * named.
 */
function costFault(phone: string, texted: TextedNumbers): NumberFault | null {
  if (texted.some((name) => name.startsWith('+') && phone.startsWith(name))) return null
  const { possibleCountries } = knownNumber(phone)
  // Satellite and other international numbers have a calling code of no country.
  if (isCostly(phone) || possibleCountries.length === 0) return 'costly'
  const isServed = texted.includes('*') || possibleCountries.some((country) => texted.includes(country))
  return isServed ? null : 'not_served'
}

function isCostly(phone: string): boolean {
  const { type } = knownNumber(phone)
  if (satellite.test(phone)) return true
  return type === undefined ? costlyRange.test(phone) : costlyTypes.has(type)
}

/**
 * Costly ranges of which the library knows only the numbers in use: special and personal numbers of +1, 905 and 907 of
 * Spain, premium and personal numbers of Italy and Australia, 070, 076, 08 and 09 of +44.
 */
const costlyRange =
  /^\+(?:1(?:900|7[01]0|5(?:00|2[1-9]|33|44|66|77|88))|3490[57]|39(?:1(?:44|6[346]|78|99)|89)|44(?:7[06]|[89])|61(?:190|500))/

/** Satellite phones with the calling code of a country, which the library takes for ordinary numbers. */
const satellite = /^\+(?:61147|7954)/

type Types = ReadonlySet<string | undefined>

const costlyTypes: Types = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'PERSONAL_NUMBER', 'PAGER'])

/** Never sent to a provider, so they cost no money: a number of a company that connects callers, and a mailbox. */
const silentTypes: Types = new Set(['FIXED_LINE', 'UAN', 'VOICEMAIL'])
