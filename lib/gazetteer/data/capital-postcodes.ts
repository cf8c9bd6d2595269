import { provinceOfPostcode } from './provinces.ts'

/** By province, the last of the postcodes from PP001 on that its capital has. Boxes and quarters far out come later. */
const lastOfCapital = new Map(
  '01:10 02:6 03:16 04:9 05:5 06:11 07:15 08:42 09:7 10:5 11:12 12:6 13:5 14:14 15:11 16:4 17:7 18:16 19:5 20:18 21:7 22:6 23:9 24:8 25:8 26:9 27:4 28:55 29:18 30:12 31:16 32:4 33:13 34:6 35:19 36:4 37:7 38:10 39:12 40:6 41:20 42:4 43:8 44:3 45:8 46:26 47:18 48:15 49:32 50:22 51:5 52:6'
    .split(' ')
    .map((row) => [row.slice(0, 2), Number(row.slice(3))]),
)

/** Of these, postcodes that the files give to a neighbouring town, or to it too. */
const sharedPostcodes = new Set(
  '09004 24003 26006 31010 31013 31014 32002 33010 46005 46016 48003'.split(' '),
)

/** Whether a Spanish postcode surely belongs to the capital of its province, and to no other town. */
export function isCapitalsAlone(postcode: string): boolean {
  const province = provinceOfPostcode(postcode)
  if (province === null || sharedPostcodes.has(postcode)) return false
  const number = Number(postcode.slice(2))
  return number >= 1 && number <= (lastOfCapital.get(province) ?? 0)
}
