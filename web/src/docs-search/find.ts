import MiniSearch from 'minisearch'

/** A part of the guide, as `/docs/search.json` lists them. */
export type Part = { url: string; page: string; title: string; text: string }

export type Find = (query: string) => Part[]

const most = 8

/** Makes the index. Words match by their beginning and with a mistyped letter; titles count most. */
export function createFind(parts: readonly Part[]): Find {
  const index = new MiniSearch<Part & { id: number }>({
    fields: ['title', 'page', 'text'],
    processTerm,
    // `geocoding_failed` and `X-RateLimit-Reset` are found whole and by each of their words.
    tokenize: (text) => [...text.split(/[\s.,;:()<>{}"'`?!/|]+/), ...text.split(/[^\p{L}\p{N}]+/u)],
    searchOptions: {
      boost: { title: 6, page: 2 },
      prefix: (word) => word.length > 1,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      // Where both have a word, the page that explains it comes before the list of all fields.
      boostDocument: (id) => (parts[id as number]?.url.includes('/reference') ? 0.5 : 1),
    },
  })
  index.addAll(parts.map((part, id) => ({ ...part, id })))
  return (query) => {
    const withAllWords = index.search(query, { combineWith: 'AND' })
    // A whole question has words that the guide lacks; the fallback shows the parts with most of its words.
    const found = withAllWords.length > 0 ? withAllWords : index.search(query)
    return found.slice(0, most).flatMap(({ id }) => parts[id as number] ?? [])
  }
}

/** Without accents and in lower case, so "direccion" finds "dirección". */
const processTerm = (word: string): string | null =>
  word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() || null
