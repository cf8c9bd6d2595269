import assert from 'node:assert/strict'
import test from 'node:test'
import { sayDistance } from './distance.ts'

const metre = 1 / 111_195
const stop = (uncertaintyM: number) => ({ lat: 40, lon: -3, uncertaintyKm: uncertaintyM / 1_000 })
const place = (metres: number, accuracyM: number) => ({ lat: 40 + metres * metre, lon: -3, accuracyM })

const cases: [name: string, place: ReturnType<typeof place>, stopM: number, said: string | null][] = [
  ['far enough to be told', place(300, 10), 50, 'about 300'],
  ['two digits are told', place(1_234, 10), 50, 'about 1200'],
  ['at the door of a house', place(10, 10), 50, 'within 70'],
  ['a good place and address', place(40, 5), 10, 'about 40'],
  ['a phone that knows little', place(10, 800), 50, null],
  ['a street', place(40, 20), 300, 'within 360'],
  ['a town', place(900, 10), 3_000, null],
  ['another town', place(60_000, 10), 3_000, 'about 60000'],
]
for (const [name, at, stopM, said] of cases)
  test(`decision 73: a distance is told as far as phone and address are known: ${name}`, () => {
    const distance = sayDistance(at, stop(stopM))
    assert.equal(distance && `${distance.is} ${distance.metres}`, said)
  })
