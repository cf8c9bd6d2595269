/** Where the page that stands for a processor's leads back to: a path of ours, whatever the address says. */
export function backTo(back: string | undefined, more: Record<string, string> = {}): string {
  const url = new URL(back && /^\/(app|carrier|draft)(\/|\?|$)/.test(back) ? back : '/app', location.origin)
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  return url.pathname + url.search
}
