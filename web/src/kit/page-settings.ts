/** A setting that the server writes into the page: `<meta name="dray-map-style" content="…">`; null if absent. */
export function pageSetting(name: 'map-style' | 'app-scheme' | 'sms-notices' | 'suggests'): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="dray-${name}"]`)?.content || null
}
