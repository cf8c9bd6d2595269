import { ownAddress } from '../../kit/own-address.ts'

/** Return URL of a sandbox page: always a page of this app, even if `back` is another site. */
export function backTo(back: string | undefined): string {
  const url = new URL(ownAddress(back, location.origin) ?? '/app', location.origin)
  return url.pathname + url.search
}
