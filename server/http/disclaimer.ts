import type { Text } from '../lib/problem.ts'

/** Spec 2.4: beside every estimate; `approximate` where the distance itself is one. */
export const disclaimerOf = ({ approximate }: { approximate: boolean }): Text =>
  approximate ? approximateDistance : plain

const plain = {
  en: 'This price is approximate; the final price may vary.',
  es: 'Este precio es aproximado; el precio final puede variar.',
}

const approximateDistance = {
  en: 'This price is approximate, as the distance is an estimate; the final price may vary.',
  es: 'Este precio es aproximado, porque la distancia es una estimación; el precio final puede variar.',
}
