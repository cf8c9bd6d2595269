import { randomInt } from 'node:crypto'

/** Six random digits for a person to type. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
