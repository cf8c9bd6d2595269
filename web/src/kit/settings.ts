/** A preference stored on this device; null if absent or if the browser refuses local storage. */
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
    // Private windows may refuse local storage; the preference is then lost on reload.
  }
}
