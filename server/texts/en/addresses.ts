import type { DistanceBasis } from '#contract/vocabulary.ts'

/** Addresses, trips and the precision of a price. */
export const addresses = {
  notLocated: 'We could not locate one or both of the addresses.',
  /** Why a geocoder refused an address, and what to do. */
  refused: {
    not_found: 'We could not find this address. Write the street, the postcode and the town in full.',
    ambiguous: 'This address fits more than one place. Add the postcode, or the town and the province.',
    conflict:
      'Parts of this address contradict each other: the postcode, the town, the province or the country do not match.',
  },
  /** @param words of the address, unchanged. */
  unknownWords: (words: string) =>
    `We do not know “${words}”. Write the town in full, with its postcode and the country if it is abroad, or name the nearest larger town.`,
  unavailable: 'We cannot look up addresses right now. Nothing was saved; please try again.',
  tooManyLookUps: (minutes: number) =>
    `Too many prices and addresses were looked up. Try again in ${minutes} min, or sign in to go on.`,
  areaNotLocated: 'We could not locate the address of this area.',
  tooManyLookUpsSignedIn: (minutes: number) =>
    `You looked up too many prices and addresses. Try again in ${minutes} min.`,
  baseNotLocated: 'We could not locate the address of your base.',
  noTrip: 'This trip is not possible.',
  noRoad: 'There is no road between the pickup and this address.',
  tooFar: ({ km, maxKm }: { km: number; maxKm: number }) =>
    `This address is ${km} km from the pickup; the most we drive is ${maxKm} km.`,
  /** Spec 2.4: on every estimate. Names the points between which an approximate distance was measured. */
  disclaimer: {
    same_address: 'This price is approximate; the final price may vary.',
    addresses: 'This price is approximate, as the distance is an estimate; the final price may vary.',
    postcodes:
      'This price is approximate, as the distance is measured between postcodes and not from door to door; the final price may vary.',
    town_centres:
      'This price is approximate, as the distance is measured between town centres and not from door to door; the final price may vary.',
  } satisfies Record<DistanceBasis, string>,
}
