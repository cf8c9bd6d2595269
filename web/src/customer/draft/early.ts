/**
 * The script of the first screen that the server writes into a draft's page. It runs in the head, before anything is
 * shown: it removes the phone number from the address bar and fills it in, and remembers that the form was sent, until
 * the app takes over (`kit/first-screen.ts`). One small file, because the first screen waits for it.
 */
import { draftPhone } from '../../kit/draft-phone.ts'
import { shownPhone } from '../../kit/phone-number.ts'
import { readSetting } from '../../kit/settings.ts'

const page = document.documentElement

// The same as Mantine, which runs later.
const scheme = read(() => localStorage.getItem('mantine-color-scheme-value')) ?? 'auto'
const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
page.dataset.mantineColorScheme = isDark ? 'dark' : 'light'

document.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  if (form.closest('#first-screen')) form.ariaBusy = 'true'
})

// Fires when the page has been parsed, before the scripts of the app.
document.addEventListener(
  'readystatechange',
  () => {
    const screen = document.getElementById('first-screen')
    if (willShowOther()) {
      screen?.replaceChildren()
      document.getElementById('root')?.removeAttribute('hidden')
    }
    const phone = draftPhone()
    const field = screen?.querySelector<HTMLInputElement>('input[type=tel]')
    if (field && phone && field.value === field.defaultValue) field.value = shownPhone(phone)
  },
  { once: true },
)

/** True if the app will show another language than this screen, or the step of the code. */
function willShowOther(): boolean {
  const language = new URLSearchParams(location.search).get('lang') ?? readSetting('language')
  return (
    (language !== null && language !== page.lang) ||
    read(() => sessionStorage.getItem('dray.challenge')) !== null
  )
}

function read(stored: () => string | null): string | null {
  try {
    return stored()
  } catch {
    return null
  }
}
