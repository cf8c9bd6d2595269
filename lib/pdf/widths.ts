/**
 * Widths of Helvetica in thousandths of its size, from the metrics that Adobe published for the standard fonts: of 0x20
 * to 0x7e. An accented letter is as wide as its base. In Helvetica-Bold digits, points, commas and the
 * euro sign are as wide, letters up to a tenth wider.
 */
const basic = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]

const other: Record<string, number> = {
  Æ: 1000,
  æ: 889,
  Œ: 1000,
  œ: 944,
  ß: 611,
  Ø: 778,
  ø: 611,
  ª: 370,
  º: 365,
  '·': 278,
  '…': 1000,
  '—': 1000,
  '–': 556,
  '\u00a0': 278,
  '€': 556,
}

/** The width of a text in points. @param size of the font, in points. */
export function textWidth(text: string, size: number): number {
  const units = [...text.normalize('NFC')].reduce((sum, character) => sum + unitsOf(character), 0)
  return (units * size) / 1_000
}

function unitsOf(character: string): number {
  const [base = ''] = character.normalize('NFD')
  return other[character] ?? basic[(base.codePointAt(0) ?? 0) - 0x20] ?? 556
}
