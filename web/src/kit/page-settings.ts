/** What the server tells the app in the head of its page: `<meta name="dray-map-style" content="…">`. */
export function pageSetting(name: 'map-style' | 'app-scheme' | 'sms-notices'): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="dray-${name}"]`)?.content || null
}
