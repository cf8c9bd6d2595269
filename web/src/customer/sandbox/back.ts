import { ownAddress } from '../../kit/own-address.ts'

/** Return URL of a sandbox page: always a page of this app, even if `back` is another site. */
export function backTo(back: string | undefined, more: Record<string, string> = {}): string {
  const url = new URL(ownAddress(back, location.origin) ?? '/app', location.origin)
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  return url.pathname + url.search
}
