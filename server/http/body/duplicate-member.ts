/** An object or a list that is open at the present place of the text. */
type Level = { names: Set<string> | null; at: string | number }

/**
 * @returns the path of the first member that valid JSON names twice, such as `pickup.address`; null if there is none.
 */
export function findDuplicateMember(text: string): string | null {
  const levels: Level[] = []
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    const level = levels.at(-1)
    if (char === '{') levels.push({ names: new Set(), at: '' })
    else if (char === '[') levels.push({ names: null, at: 0 })
    else if (char === '}' || char === ']') levels.pop()
    else if (char === ',' && typeof level?.at === 'number') level.at += 1
    if (char !== '"') continue
    const end = endOfString(text, i)
    if (level?.names && isName(text, end)) {
      level.at = JSON.parse(text.slice(i, end + 1)) as string
      if (level.names.has(level.at)) return pathOf(levels)
      level.names.add(level.at)
    }
    i = end
  }
  return null
}

/** Counts the colons outside strings of valid JSON: one follows each name. */
export function countWrittenMembers(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === colon) count++
    else if (char === quote) i = endOfString(text, i)
  }
  return count
}

const colon = 0x3a
const quote = 0x22

/** A name is followed by a colon, which white space may precede. */
function isName(text: string, end: number): boolean {
  let i = end + 1
  while (' \t\n\r'.includes(text[i] ?? '-')) i++
  return text[i] === ':'
}

/** The names are those of the sender, so a long path is cut. */
const pathOf = (levels: readonly Level[]): string =>
  levels
    .map(({ at }, depth) => (typeof at === 'number' ? `[${at}]` : `${depth === 0 ? '' : '.'}${at}`))
    .join('')
    .slice(0, 100)

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, quoteAt: number): boolean {
  let i = quoteAt - 1
  while (text[i] === '\\') i--
  return (quoteAt - i) % 2 === 0
}
