import { createFind, type Find, type Part } from './find.ts'
import { createResultsList, type ResultsList } from './results-list.ts'

/** The search of the guide. Its index is loaded when the field is first used, and searched in the browser. */
const form = document.querySelector<HTMLFormElement>('.docs-search')
if (form) start(form)

function start(form: HTMLFormElement): void {
  const field = form.querySelector('input') as HTMLInputElement
  const results = createResultsList({
    field,
    list: form.querySelector('[role=listbox]') as HTMLElement,
    said: form.querySelector('[role=status]') as HTMLElement,
  })
  const { index = '', none = '', lost = '' } = form.dataset
  const load = onceLoaded(index)

  async function update(): Promise<void> {
    const query = field.value.trim()
    if (!query) return results.close()
    try {
      const find = await load()
      // The reader may have typed on while the index was loading.
      if (query !== field.value.trim()) return
      const found = find(query)
      if (found.length > 0) results.show(found, query)
      else results.say(none)
    } catch {
      results.say(lost)
    }
  }

  field.addEventListener('focus', () => void load().catch(() => {}))
  field.addEventListener('input', () => void update())
  field.addEventListener('keydown', (event) => actOn(event, { field, results }))
  form.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('click', ({ target }) => {
    // A result on the same page only scrolls, so the list is closed here.
    if (target !== field) results.close()
  })
  document.addEventListener('keydown', (event) => focusBySlash(event, field))
  form.hidden = false
}

/** Loads the index once. After an error, the next use retries. */
function onceLoaded(url: string): () => Promise<Find> {
  let loaded: Promise<Find> | undefined
  return () => {
    loaded ??= loadIndex(url).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

async function loadIndex(url: string): Promise<Find> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The index of the search answers ${response.status}`)
  return createFind((await response.json()) as Part[])
}

type Parts = { field: HTMLInputElement; results: ResultsList }

function actOn(event: KeyboardEvent, { field, results }: Parts): void {
  const acts: Record<string, () => void> = {
    ArrowDown: () => results.step(1),
    ArrowUp: () => results.step(-1),
    Enter: results.openChosen,
  }
  if (event.key === 'Escape') {
    field.value = ''
    return results.close()
  }
  const act = acts[event.key]
  if (!act || !results.isOpen()) return
  event.preventDefault()
  act()
}

function focusBySlash(event: KeyboardEvent, field: HTMLInputElement): void {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  field.focus()
}
