import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateDistance } from './stated-distance.ts'

const house = { precision: 'house', uncertaintyKm: 0.05 } as const
const street = { precision: 'street', uncertaintyKm: 0.3 } as const
const postcode = { precision: 'postcode', uncertaintyKm: 2 } as const
const town = { precision: 'locality', uncertaintyKm: 6 } as const
const road = { distanceKm: 12.4, approximate: false }
const estimate = { distanceKm: 12.4, approximate: true }

const cases = [
  [house, house, road, 'exact', 'addresses'],
  [house, street, road, 'exact', 'addresses'],
  [street, street, road, 'exact', 'addresses'],
  // Both ends are exact, but the distance is not measured along roads.
  [house, house, estimate, 'approximate', 'addresses'],
  // Measured along roads, but one end is known only to the town.
  [house, town, road, 'approximate', 'town_centres'],
  [town, house, road, 'approximate', 'town_centres'],
  [postcode, house, road, 'approximate', 'postcodes'],
  [postcode, postcode, estimate, 'approximate', 'postcodes'],
  [postcode, town, estimate, 'approximate', 'town_centres'],
  [town, town, estimate, 'approximate', 'town_centres'],
  // A street several kilometres long, as a geocoder may return for a country road.
  [{ precision: 'street', uncertaintyKm: 3 } as const, house, road, 'approximate', 'addresses'],
] as const

for (const [pickup, dropoff, route, accuracy, basis] of cases) {
  const kind = route.approximate ? 'estimated' : 'by road'
  test(`${pickup.precision} to ${dropoff.precision}, ${kind}: ${accuracy}, by ${basis}`, () => {
    assert.deepEqual(stateDistance({ pickup, dropoff, route }), { accuracy, basis })
  })
}

test('the same address at both ends has a distance of exactly 0, for any precision', () => {
  const route = { distanceKm: 0, approximate: false }
  assert.deepEqual(stateDistance({ pickup: town, dropoff: town, route }), {
    accuracy: 'exact',
    basis: 'same_address',
  })
})
