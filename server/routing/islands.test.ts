import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notDrivable } from './islands.ts'
import { landmasses } from './landmasses.ts'

const at = (lat: number, lon: number, countryCode = 'XX', provinceCode: string | null = null) => ({
  lat,
  lon,
  countryCode,
  provinceCode,
})

const places = {
  Madrid: at(40.4168, -3.7038, 'ES', '28'),
  Barcelona: at(41.3874, 2.1686, 'ES', '08'),
  Tarifa: at(36.0139, -5.606, 'ES', '11'),
  Lisbon: at(38.7223, -9.1393, 'PT'),
  Gibraltar: at(36.1408, -5.3536, 'GI'),
  London: at(51.5074, -0.1278, 'GB'),
  Portree: at(57.4125, -6.1964, 'GB'),
  Malmo: at(55.605, 13.0038, 'SE'),
  Copenhagen: at(55.6761, 12.5683, 'DK'),
  Istanbul: at(41.0082, 28.9784, 'TR'),
  Palma: at(39.5696, 2.6502, 'ES', '07'),
  Alcudia: at(39.8532, 3.1213, 'ES', '07'),
  Ciutadella: at(40.0011, 3.8374, 'ES', '07'),
  Eivissa: at(38.9067, 1.4206, 'ES', '07'),
  LaSavina: at(38.7308, 1.4168, 'ES', '07'),
  LasPalmas: at(28.1235, -15.4363, 'ES', '35'),
  Maspalomas: at(27.7606, -15.586, 'ES', '35'),
  Corralejo: at(28.7389, -13.8634, 'ES', '35'),
  PlayaBlanca: at(28.864, -13.8281, 'ES', '35'),
  Orzola: at(29.2237, -13.4528, 'ES', '35'),
  CaletaDeSebo: at(29.2297, -13.5031, 'ES', '35'),
  SantaCruz: at(28.4636, -16.2518, 'ES', '38'),
  LosCristianos: at(28.0521, -16.7154, 'ES', '38'),
  SanSebastian: at(28.0916, -17.1133, 'ES', '38'),
  LosLlanos: at(28.6585, -17.918, 'ES', '38'),
  Valverde: at(27.8094, -17.9158, 'ES', '38'),
  Ceuta: at(35.8894, -5.3213, 'ES', '51'),
  Melilla: at(35.2923, -2.9381, 'ES', '52'),
  Tangier: at(35.7595, -5.834, 'MA'),
  Nador: at(35.1681, -2.9335, 'MA'),
  Funchal: at(32.6669, -16.9241, 'PT'),
  PontaDelgada: at(37.7394, -25.6687, 'PT'),
  Horta: at(38.5347, -28.63, 'PT'),
  MadalenaDoPico: at(38.5353, -28.5275, 'PT'),
  SaoRoque: at(38.5286, -28.3194, 'PT'),
  Calheta: at(38.6019, -28.0139, 'PT'),
  Dublin: at(53.3498, -6.2603, 'IE'),
  Belfast: at(54.5973, -5.9301, 'GB'),
  Ajaccio: at(41.9192, 8.7386, 'FR'),
  Bonifacio: at(41.3872, 9.1594, 'FR'),
  SantaTeresa: at(41.2411, 9.1889, 'IT'),
  Cagliari: at(39.2238, 9.1217, 'IT'),
  Palermo: at(38.1157, 13.3615, 'IT'),
  TorreFaro: at(38.2654, 15.6433, 'IT'),
  VillaSanGiovanni: at(38.2196, 15.6372, 'IT'),
  Reggio: at(38.1113, 15.6473, 'IT'),
  Valletta: at(35.8989, 14.5146, 'MT'),
  Nicosia: at(35.1856, 33.3823, 'CY'),
  Reykjavik: at(64.1466, -21.9426, 'IS'),
  Visby: at(57.6348, 18.2948, 'SE'),
  Heraklion: at(35.3387, 25.1442, 'GR'),
} as const
type Name = keyof typeof places

const parted: [Name, Name][] = [
  ['Barcelona', 'Palma'],
  ['Palma', 'Ciutadella'],
  ['Palma', 'Eivissa'],
  ['Eivissa', 'LaSavina'],
  ['Madrid', 'LasPalmas'],
  ['LasPalmas', 'SantaCruz'],
  ['LasPalmas', 'Corralejo'],
  ['Corralejo', 'PlayaBlanca'],
  ['Orzola', 'CaletaDeSebo'],
  ['LosCristianos', 'SanSebastian'],
  ['SantaCruz', 'LosLlanos'],
  ['SanSebastian', 'Valverde'],
  ['Palma', 'LasPalmas'],
  ['Tarifa', 'Ceuta'],
  ['Tarifa', 'Tangier'],
  ['Tangier', 'Ceuta'],
  ['Nador', 'Melilla'],
  ['Ceuta', 'Melilla'],
  ['Lisbon', 'Funchal'],
  ['Lisbon', 'PontaDelgada'],
  ['Funchal', 'PontaDelgada'],
  ['Horta', 'MadalenaDoPico'],
  ['SaoRoque', 'Calheta'],
  ['London', 'Dublin'],
  ['Portree', 'Belfast'],
  ['Barcelona', 'Dublin'],
  ['Barcelona', 'Ajaccio'],
  ['Bonifacio', 'SantaTeresa'],
  ['Cagliari', 'Palermo'],
  ['TorreFaro', 'VillaSanGiovanni'],
  ['Palermo', 'Valletta'],
  ['Madrid', 'Nicosia'],
  ['Madrid', 'Reykjavik'],
  ['Malmo', 'Visby'],
  ['Istanbul', 'Heraklion'],
]
const joined: [Name, Name][] = [
  ['Madrid', 'Barcelona'],
  ['Madrid', 'Lisbon'],
  ['Tarifa', 'Gibraltar'],
  ['Palma', 'Alcudia'],
  ['LasPalmas', 'Maspalomas'],
  ['PlayaBlanca', 'Orzola'],
  ['SantaCruz', 'LosCristianos'],
  ['MadalenaDoPico', 'SaoRoque'],
  ['Tangier', 'Nador'],
  ['Dublin', 'Belfast'],
  ['Barcelona', 'London'],
  ['London', 'Portree'],
  ['Malmo', 'Copenhagen'],
  ['Madrid', 'Istanbul'],
  ['TorreFaro', 'Palermo'],
  ['VillaSanGiovanni', 'Reggio'],
  ['Reggio', 'Madrid'],
]

for (const [a, b] of parted) {
  test(`no road joins ${a} and ${b}`, () => {
    assert.equal(notDrivable(places[a], places[b]), true)
    assert.equal(notDrivable(places[b], places[a]), true)
  })
}

for (const [a, b] of joined) {
  test(`a road joins ${a} and ${b}`, () => {
    assert.equal(notDrivable(places[a], places[b]), false)
    assert.equal(notDrivable(places[b], places[a]), false)
  })
}

const bare = ({ lat, lon }: { lat: number; lon: number }) => at(lat, lon, 'es')

test('a Spanish island is known by its position alone, when an engine names no province', () => {
  assert.equal(notDrivable(bare(places.Barcelona), bare(places.Palma)), true)
  assert.equal(notDrivable(bare(places.Palma), bare(places.Ciutadella)), true)
  assert.equal(notDrivable(bare(places.Palma), places.Alcudia), false)
})

test('a point of an island province outside every box is still not part of the mainland', () => {
  for (const province of ['07', '35', '38', '51', '52']) {
    const lost = at(40.5, 4.9, 'ES', province)
    assert.equal(notDrivable(lost, places.Madrid), true, province)
    assert.equal(notDrivable(lost, places.Palma), true, province)
  }
})

test('a province code of another country is not read as a Spanish one', () => {
  assert.equal(notDrivable(at(44.7, 4.6, 'FR', '07'), places.Barcelona), false)
})

/** The shores closest to an island's box: each must belong to the mainland. */
const shores: Record<string, [lat: number, lon: number]> = {
  Denia: [38.8408, 0.1057],
  Benidorm: [38.5411, -0.1225],
  'Port de la Selva': [42.3363, 3.2045],
  Piombino: [42.9256, 10.5253],
  'Monte di Procida': [40.7989, 14.0516],
  Scilla: [38.2538, 15.7136],
  Cannitello: [38.2339, 15.6606],
  Igoumenitsa: [39.5034, 20.2658],
  Ksamil: [39.7689, 20.0],
  Sivota: [39.4089, 20.2406],
  Kyllini: [37.9358, 21.1425],
  Cesme: [38.3239, 26.3031],
  Ayvalik: [39.3172, 26.6944],
  Cunda: [39.3344, 26.6575],
  Kusadasi: [37.8579, 27.261],
  Turgutreis: [37.0056, 27.2563],
  Marmaris: [36.855, 28.2742],
  Lymington: [50.7585, -1.5423],
  Keyhaven: [50.7214, -1.5694],
  Southsea: [50.7792, -1.0867],
  Portpatrick: [54.8428, -5.1164],
  Campbeltown: [55.4237, -5.6066],
  'St Davids': [51.8812, -5.266],
  'Kyle of Lochalsh': [57.2806, -5.7142],
  Dunvegan: [57.4361, -6.5857],
  'John o’Groats': [58.6373, -3.0689],
  Ystad: [55.4295, 13.8204],
  Virtsu: [58.5733, 23.5081],
  Grisslehamn: [60.0997, 18.8139],
  Granville: [48.8379, -1.5971],
}
for (const [name, [lat, lon]] of Object.entries(shores)) {
  test(`the shore at ${name} is mainland`, () =>
    assert.equal(notDrivable(at(lat, lon), places.Madrid), false))
}

test('boxes are real boxes, and no point is in two landmasses', () => {
  const boxes = landmasses.flatMap(({ name, boxes }) => boxes.map((box) => ({ name, box })))
  for (const {
    name,
    box: [south, north, west, east],
  } of boxes)
    assert.ok(south < north && west < east, name)
  for (const a of boxes) {
    for (const b of boxes) {
      if (a.name === b.name) continue
      const [south, north, west, east] = b.box
      const apart = a.box[0] >= north || a.box[1] <= south || a.box[2] >= east || a.box[3] <= west
      assert.ok(apart, `${a.name} and ${b.name} overlap`)
    }
  }
})
