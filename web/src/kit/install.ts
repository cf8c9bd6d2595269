import { readSetting, writeSetting } from './settings.ts'

type InstallEvent = Event & { prompt: () => Promise<unknown> }

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

/** To be called before the first screen: the browser fires `beforeinstallprompt` early and only once. */
export function watchForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallEvent
    notifyListeners()
  })
  addEventListener('appinstalled', () => {
    offered = null
    notifyListeners()
  })
}

/** How this device can install the app now; `none` also if it is installed or the user has declined. */
export function wayNow(): 'prompt' | 'ios' | 'none' {
  if (matchMedia('(display-mode: standalone)').matches || readSetting('install-declined')) return 'none'
  if (offered) return 'prompt'
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  return isApple ? 'ios' : 'none'
}

export async function install(): Promise<void> {
  await offered?.prompt()
  offered = null
  notifyListeners()
}

export function decline(): void {
  writeSetting('install-declined', 'yes')
  notifyListeners()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
