import '../docs/docs.css'
import '../docs/controls.css'
import './try.css'
import { announceKey, readKey, writeKey } from '../docs/key-store.ts'
import { loadTexts, pageLanguage } from '../docs/load-texts.ts'
import { createAnswer } from './answer.ts'
import { createKeyPart } from './key-part.ts'
import { type Answered, send } from './send.ts'

/**
 * The forms of the reference, which the server has written: each sends the request of an operation as typed, with the
 * reader's test key, and shows the response unchanged. Without React, which would be most of the page.
 */
const texts = await loadTexts(pageLanguage)
announceKey()
for (const place of document.querySelectorAll<HTMLDetailsElement>('[data-tool=try]')) start(place)

function start(place: HTMLDetailsElement): void {
  const form = place.querySelector('form') as HTMLFormElement
  const button = form.querySelector('button') as HTMLButtonElement
  const key = createKeyPart(texts)
  const answer = createAnswer(form.dataset['answer'] ?? '')
  form.prepend(key.element)
  form.append(answer.element)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!key.take()) return
    button.disabled = true
    void send(form, readKey() ?? '')
      .then(
        (answered) => show(answered),
        () => answer.say(texts.problem.offline),
      )
      .finally(() => {
        button.disabled = false
      })
  })
  place.hidden = false

  function show(answered: Answered): void {
    answer.show(answered)
    // The key does not work, so the field for another one comes back; the response says why.
    if (answered.status === 401) writeKey(null)
    const { job_id: id } = (answered.value ?? {}) as { job_id?: unknown }
    if (answered.status === 201 && typeof id === 'string') fillIn(id)
  }
}

/** Fills in the created job: the other forms are most likely about it. */
function fillIn(jobId: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=job_id][data-place=path]'))
    input.value = jobId
}
