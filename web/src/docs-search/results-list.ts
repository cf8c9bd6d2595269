import { excerpt } from './excerpt.ts'
import type { Part } from './find.ts'

type Elements = { field: HTMLInputElement; list: HTMLElement; said: HTMLElement }

export type ResultsList = {
  show: (parts: readonly Part[], query: string) => void
  /** Shows a text in place of results. */
  say: (text: string) => void
  close: () => void
  isOpen: () => boolean
  /** Chooses the next result, or with -1 the one before; after the last comes the first. */
  step: (by: 1 | -1) => void
  openChosen: () => void
}

/** The list below the field, by the combobox pattern of the ARIA practices guide: the focus stays in the field. */
export function createResultsList({ field, list, said }: Elements): ResultsList {
  let chosen = -1

  function choose(at: number): void {
    chosen = at
    for (const [index, each] of [...list.children].entries())
      each.setAttribute('aria-selected', String(index === at))
    const option = list.children[at]
    field.setAttribute('aria-activedescendant', option?.id ?? '')
    option?.scrollIntoView({ block: 'nearest' })
  }

  function close(): void {
    list.hidden = true
    said.hidden = true
    field.setAttribute('aria-expanded', 'false')
    field.removeAttribute('aria-activedescendant')
  }

  return {
    close,
    isOpen: () => !list.hidden,
    show(parts, query) {
      close()
      list.replaceChildren(...parts.map((part, at) => option(part, { at, query })))
      list.hidden = false
      field.setAttribute('aria-expanded', 'true')
      choose(0)
    },
    say(text) {
      close()
      said.textContent = text
      said.hidden = false
    },
    step: (by) => choose((chosen + by + list.children.length) % list.children.length),
    openChosen: () => list.children[chosen]?.querySelector('a')?.click(),
  }
}

function option({ url, page, title, text }: Part, { at, query }: { at: number; query: string }): HTMLElement {
  const item = document.createElement('li')
  item.id = `found-${at}`
  item.setAttribute('role', 'option')
  const link = document.createElement('a')
  link.href = url
  link.tabIndex = -1
  const ofPage = page === title ? [] : [line('small', page)]
  link.append(line('b', title), ...ofPage, line('span', excerpt(text, query)))
  item.append(link)
  return item
}

function line(name: 'b' | 'small' | 'span', text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
