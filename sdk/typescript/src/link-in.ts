import { redact } from './redact.ts'

/** Target of the `Link` with this `rel`, or null. A proxy could repeat the API key in it. */
export function linkIn(
  headers: Headers,
  rel: 'alternate' | 'help',
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): string | null {
  const link = new RegExp(`<([^>]*)>[^<]*;\\s*rel="?${rel}\\b`, 'i')
  const target = link.exec(redact(headers.get('link') ?? '', apiKey))?.[1]
  const base = `${baseUrl}/`
  return target && URL.canParse(target, base) ? new URL(target, base).href : null
}
