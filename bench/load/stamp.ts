/** Places in a prepared request for digits that differ in each request. */
export const referenceMark = '############'
export const phoneMark = '@@@@@@@@'

export type Stamp = (into: Buffer, count: number) => void

/** Writes the digits of `count` into the marks of a request; null if the request has no marks. */
export function stampOf(text: string): Stamp | null {
  const reference = text.indexOf(referenceMark)
  const phone = text.indexOf(phoneMark)
  if (reference < 0 && phone < 0) return null
  return (into, count) => {
    if (reference >= 0) writeDigits(into, { at: reference, length: referenceMark.length }, count)
    if (phone >= 0) writeDigits(into, { at: phone, length: phoneMark.length }, phoneOf(count))
  }
}

/** The digits of `count` in place of the reference's mark. */
export const stampedReference = (text: string, count: number): string =>
  text.replace(referenceMark, String(count).padStart(referenceMark.length, '0'))

/** Differs for each count below 100 million. Phones of real customers are not consecutive. */
const phoneOf = (count: number): number => (count * 61_803_399) % 100_000_000

function writeDigits(into: Buffer, { at, length }: { at: number; length: number }, value: number): void {
  let rest = value
  for (let place = at + length - 1; place >= at; place--) {
    into[place] = 48 + (rest % 10)
    rest = Math.floor(rest / 10)
  }
}
