import { maskPhones } from './phone.ts'

/**
 * Hides what may be a phone in free text: eight digits or more, however they are grouped. The last three are kept, as
 * in `maskPhone`.
 */
export const withoutPhones = (text: string): string =>
  text.replace(likePhone, (found) => `•••••${found.replace(/\P{Nd}/gu, '').slice(-3)}`)

/** Hides phones in a message: outside its links as `withoutPhones`, in them only whole numbers, to keep ids. */
export const withoutPhonesOf = (message: string): string =>
  message
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? maskPhones(part) : withoutPhones(maskPhones(part))))
    .join('')

const likePhone = /\+?\p{Nd}(?:[\p{Zs}.()/-]{0,3}\p{Nd}){7,}/gu
