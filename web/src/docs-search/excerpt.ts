const length = 110

/** The part of a text around the first word of the query, for the list of results. */
export function excerpt(text: string, query: string): string {
  const [word = ''] = query.trim().split(/\s+/)
  const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()))
  const from = at < length / 2 ? 0 : text.indexOf(' ', at - length / 3) + 1
  const end = text.indexOf(' ', from + length)
  const cut = text.slice(from, end < 0 ? undefined : end)
  return `${from > 0 ? '… ' : ''}${cut}${end < 0 ? '' : ' …'}`
}
