import { fold } from '../data/fold.ts'

/** What people write after the house number: floor, side, door, staircase and building, by language. */
export const doorWords = {
  es: {
    floor:
      'piso planta bajo bajos bj entresuelo entlo entreplanta principal pral ppal ático sobreático semisótano sótano buhardilla primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo',
    side: 'izquierda izqda izda izq derecha dcha drcha dch der centro ctro interior int exterior ext',
    door: 'puerta pta letra apartamento apto apart estudio dúplex local oficina despacho',
    stairs: 'escalera esc portal ptal bloque blq bloq',
  },
  ca: {
    floor:
      'pis pisos planta baixos bxs baixa entresòl entl principal pral àtic sobreàtic soterrani primer segon tercer quart cinquè',
    side: 'esquerra esq dreta dta',
    door: 'porta pta despatx apartament',
    stairs: 'escala esc portal bloc',
  },
  gl: {
    floor: 'andar piso baixo entrechán faiado soto primeiro segundo terceiro cuarto',
    side: 'esquerda esqda esq dereita dta dcha',
    door: 'porta apartamento',
    stairs: 'escaleira portal bloque',
  },
  eu: {
    floor: 'solairua sol behea behe beheko erdisotoa ganbara lehenengo bigarren hirugarren laugarren',
    side: 'ezkerra ezker ezkerr ezk eskuina eskuin eskuma esk erdia',
    door: 'atea ate pisua etxebizitza',
    stairs: 'eskailera eskailerak ataria blokea',
  },
  pt: {
    floor: 'andar and piso rés chão rc cave cv subcave scv sobreloja primeiro segundo terceiro',
    side: 'esquerdo esquerda esqdo esqº esq direito direita dtº dto drt dir frente fte frt traseiras tras',
    door: 'porta apartamento apt apto fração fracção letra loja sala vivenda',
    stairs: 'escada bloco lote lt torre entrada',
  },
  fr: {
    floor: 'étage étages etg rdc rez chaussée sous sol premier deuxième troisième quatrième',
    side: 'gauche gche droite dte face fond',
    door: 'porte pte appartement appart appt app logement lgt bis ter quater',
    stairs: 'escalier esc bâtiment bât bat immeuble imm entrée cage hall étg',
  },
  it: {
    floor: 'piano terra rialzato ammezzato seminterrato attico primo secondo terzo quarto',
    side: 'sinistra sx destra dx',
    door: 'porta interno int appartamento snc',
    stairs: 'scala palazzina edificio lotto',
  },
  de: {
    floor:
      'Erdgeschoss EG Obergeschoss OG Untergeschoss UG Dachgeschoss DG Stock Stockwerk Etage Geschoss Souterrain',
    side: 'links li rechts re mitte',
    door: 'Tür Top Wohnung Whg',
    stairs: 'Stiege Treppe Aufgang Eingang Hinterhaus HH Vorderhaus VH Seitenflügel Gebäude Haus',
  },
} as const

const folded = (text: string): string[] => text.split(' ').map(fold)
export const doors: ReadonlySet<string> = new Set(
  Object.values(doorWords).flatMap((rows) => Object.values(rows).flatMap(folded)),
)

/** Towns too: Loja in Granada, Berlin-Mitte. They are doors before a number, a letter or another of the words. */
const alsoTowns: ReadonlySet<string> = new Set(folded('loja porta cave sala scala mitte quinto quarto torre'))

/** Connect the words of one door: "rez de chaussée", "rés do chão". */
const between: ReadonlySet<string> = new Set(['de', 'do', 'du'])

/**
 * Removes the words of doors and floors from one part of an address; numbers stay, as a house number may be among them.
 */
export function withoutDoors(words: string[]): string[] {
  if (!words.some((word) => doors.has(word))) return words
  const isDoor = words.map((word, i) => isDoorWord(words, word, i))
  const kept: string[] = []
  for (let start = 0; start < words.length; ) {
    let end = start
    while (end < words.length && (isDoor[end] || isMark(words, isDoor, end))) end++
    if (end === start) kept.push(words[start++] ?? '')
    else {
      const run = words.slice(start, end)
      const isDoors = isDoor.slice(start, end).includes(true)
      const isSure = run.length === words.length || run.some(isOrdinal)
      kept.push(...(isDoors && isSure ? run.filter(isOrdinal) : run))
      start = end
    }
  }
  return kept
}

function isDoorWord(words: readonly string[], word: string, i: number): boolean {
  if (!doors.has(word)) return false
  if (!alsoTowns.has(word)) return true
  const next = words[i + 1]
  const before = words[i - 1]
  const isSure = (other: string | undefined) =>
    other !== undefined && doors.has(other) && !alsoTowns.has(other)
  return isSure(before) || (next !== undefined && (isOrdinal(next) || next.length === 1 || isSure(next)))
}

/** Numbers, letters and connecting words belong to the door that they touch. */
function isMark(words: readonly string[], isDoor: readonly boolean[], i: number): boolean {
  const word = words[i] ?? ''
  if (isOrdinal(word)) return true
  // "10 A Coruña": a letter before other words may be an article.
  if (word.length === 1)
    return i + 1 === words.length || Boolean(isDoor[i + 1]) || isOrdinal(words[i + 1] ?? '')
  return between.has(word) && Boolean(isDoor[i - 1] && isDoor[i + 1])
}

const isOrdinal = (word: string): boolean => /^\d/.test(word)
