/** Small choices kept on this device. A browser that refuses storage forgets them, and nothing else happens. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`dray.${name}`)
  } catch {
    return null
  }
}

export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`dray.${name}`)
    else localStorage.setItem(`dray.${name}`, value)
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
