import { ownAddress } from '../../kit/own-address.ts'

/** Where the page that stands for a processor's leads back to: a page of ours, whatever the address says. */
export function backTo(back: string | undefined, more: Record<string, string> = {}): string {
  const url = new URL(ownAddress(back, location.origin) ?? '/app', location.origin)
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  return url.pathname + url.search
}
