import type { Trip } from '../../server/pricing/price.ts'

/** A trip and its price by the default tariff. */
export type Case = {
  name: string
  trip: Trip
  expected: {
    distanceCents: number
    stairsCents: number
    baseCents: number
    feeCents: number
    totalCents: number
  }
}

/** Sample trips that pin the prices of the default tariff. */
export const cases: Case[] = [
  {
    name: 'Box inside one town',
    trip: { size: 'S', distanceKm: 3.2, stairFloors: 0 },
    expected: { distanceCents: 0, stairsCents: 0, baseCents: 1_500, feeCents: 300, totalCents: 1_800 },
  },
  {
    name: 'Sofa across the city, second floor',
    trip: { size: 'M', distanceKm: 12, stairFloors: 2 },
    expected: { distanceCents: 630, stairsCents: 800, baseCents: 3_930, feeCents: 590, totalCents: 4_520 },
  },
  {
    name: 'Flat across the city, second floor',
    trip: { size: 'XL', distanceKm: 12, stairFloors: 2 },
    expected: {
      distanceCents: 630,
      stairsCents: 2_000,
      baseCents: 8_630,
      feeCents: 1_295,
      totalCents: 9_925,
    },
  },
  {
    name: 'Just beyond the included kilometres',
    trip: { size: 'M', distanceKm: 5.1, stairFloors: 0 },
    expected: { distanceCents: 9, stairsCents: 0, baseCents: 2_509, feeCents: 376, totalCents: 2_885 },
  },
  {
    name: 'Wardrobe to the next province',
    trip: { size: 'L', distanceKm: 86.4, stairFloors: 3 },
    expected: {
      distanceCents: 6_598,
      stairsCents: 1_800,
      baseCents: 12_398,
      feeCents: 1_860,
      totalCents: 14_258,
    },
  },
  {
    name: 'Move across the country, both ends upstairs',
    trip: { size: 'XL', distanceKm: 621.3, stairFloors: 7 },
    expected: {
      distanceCents: 37_722,
      stairsCents: 7_000,
      baseCents: 50_722,
      feeCents: 7_608,
      totalCents: 58_330,
    },
  },
]
