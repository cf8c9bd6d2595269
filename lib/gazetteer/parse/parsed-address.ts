import type { Postcode } from './postcodes.ts'

/** One part of an address between commas or similar separators, folded. */
export type Part = { words: string[]; isBracket: boolean; followsPostcode: boolean }

export type ParsedAddress = { parts: Part[]; postcodes: Postcode[]; country: string | null }
