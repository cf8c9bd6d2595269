/**
 * The script of the first screen that the server writes into a draft's page. It runs in the head, before anything is
 * shown: it removes the phone number from the address bar and fills it in, and remembers that the form was sent, until
 * the app takes over (`kit/first-screen.ts`). One small file, because the first screen waits for it.
 */
import { draftPhone } from '../../kit/draft-phone.ts'
import {
  readStored,
  reloadWithoutApp,
  showColours,
  showRoot,
  whenParsed,
  willChangeLanguage,
} from '../../kit/early-page.ts'
import { shownPhone } from '../../kit/phone-number.ts'

showColours()
reloadWithoutApp()

document.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  if (form.closest('#first-screen')) form.ariaBusy = 'true'
})

whenParsed((screen) => {
  // The app will show another language than this screen, or the step of the code.
  if (willChangeLanguage() || readStored(() => sessionStorage.getItem('dray.challenge')) !== null) {
    screen?.replaceChildren()
    showRoot()
  }
  const phone = draftPhone()
  const field = screen?.querySelector<HTMLInputElement>('input[type=tel]')
  if (field && phone && field.value === field.defaultValue) field.value = shownPhone(phone)
})
