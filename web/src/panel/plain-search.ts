/** Search parameters as plain texts: the router's own form would write `"5"` for a text that is a number. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
}
