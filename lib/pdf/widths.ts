/** Widths of the characters of a font in thousandths of its size: of 0x20 to 0x7e, and of others. */
type Widths = {
  basic: number[]
  /** What is not as wide as its base letter, or has none; all others of WinAnsi are 556 wide, such as "–" and "€". */
  other: Record<string, number>
}

/** Where both fonts have the same width. */
const alike = {
  ...each('íìîï·\u00a0', 278),
  ...each('‹›¡¨¯´¸ˆ˜¹²³', 333),
  ...each('±×÷¬', 584),
  ...each('øß¿', 611),
  ...each('©®', 737),
  ...each('¼½¾', 834),
  ...each('…—‰™ÆŒ', 1_000),
  ...{ '•': 350, º: 365, ª: 370, '°': 400, Þ: 667, Ð: 722, Ø: 778, æ: 889, œ: 944 },
}

/* From the metrics that Adobe published for the standard fonts. */

/** Helvetica. */
const regular: Widths = {
  basic: [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ],
  other: { ...alike, ...each('‘’‚', 222), ...each('“”„', 333), '¦': 260, '¶': 537 },
}

/** Helvetica-Bold. */
const bold: Widths = {
  basic: [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
  ],
  other: { ...alike, ...each('‘’‚', 278), ...each('“”„', 500), ...each('þðµ', 611), '¦': 280 },
}

function each(characters: string, units: number): Record<string, number> {
  return Object.fromEntries([...characters].map((character) => [character, units]))
}

/** The width of a text in points. @param size of the font, in points. */
export function textWidth(text: string, size: number, isBold = false): number {
  const widths = isBold ? bold : regular
  const units = [...text.normalize('NFC')].reduce((sum, character) => sum + unitsOf(character, widths), 0)
  return (units * size) / 1_000
}

function unitsOf(character: string, { basic, other }: Widths): number {
  const [base = ''] = character.normalize('NFD')
  return other[character] ?? basic[(base.codePointAt(0) ?? 0) - 0x20] ?? 556
}
