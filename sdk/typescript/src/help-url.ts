import { redact } from './redact.ts'

/** Target of the `Link` with `rel="help"`, or null. A proxy could repeat the API key in it. */
export function helpUrlIn(
  headers: Headers,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): string | null {
  const [, target] = helpLink.exec(redact(headers.get('link') ?? '', apiKey)) ?? []
  const base = `${baseUrl}/`
  return target !== undefined && URL.canParse(target, base) ? new URL(target, base).href : null
}

const helpLink = /<([^>]*)>[^<]*;\s*rel="?help\b/i
