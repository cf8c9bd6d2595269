import { onKeyChanged, readKey, writeKey } from '../docs/key-store.ts'
import { kindOfKey } from '../kit/test-key.ts'
import type { DocsTexts } from '../texts/docs/en.ts'
import { element } from './element.ts'

let lastId = 0

/** The test key in a form: a field, or the key in use. `take` is false while there is no key to send. */
export function createKeyPart({ key: t }: Pick<DocsTexts, 'key'>) {
  const id = `try-key-${++lastId}`
  const input = element('input', { id, className: 'tool-code-input' })
  Object.assign(input, { autocomplete: 'off', spellcheck: false, placeholder: 'dray_test_…' })
  input.setAttribute('aria-describedby', `${id}-why`)
  const fault = element('p', { className: 'tool-fault', hidden: true })
  fault.setAttribute('role', 'alert')
  const label = element('label', { textContent: t.label })
  label.htmlFor = id
  const pages = element('a', { textContent: t.wherePages })
  pages.href = '/partner'
  const why = element('p', { id: `${id}-why`, className: 'tool-help' }, [
    `${t.why} ${t.where} `,
    pages,
    ` ${t.whereElse}`,
  ])
  const field = element('div', { className: 'tool-field' }, [label, input, fault, why])
  const shown = element('code')
  const remove = element('button', { className: 'tool-link', textContent: t.remove })
  remove.type = 'button'
  remove.addEventListener('click', () => writeKey(null))
  const inUse = element('div', { className: 'tool-key' }, [`${t.inUse} `, shown, remove])

  function draw(): void {
    const key = readKey()
    field.hidden = key !== null
    inUse.hidden = key === null
    shown.textContent = key ? `${key.slice(0, -28)}…${key.slice(-4)}` : ''
  }

  function refuse(text: string): false {
    fault.textContent = text
    fault.hidden = false
    input.setAttribute('aria-invalid', 'true')
    input.focus()
    return false
  }

  draw()
  onKeyChanged(draw)
  return {
    element: element('div', {}, [field, inUse]),
    take(): boolean {
      if (readKey() !== null) return true
      const entered = input.value.trim()
      const kind = kindOfKey(entered)
      if (kind !== 'none') input.value = ''
      if (kind !== 'test') return refuse(kind === 'live' ? t.isLive : t.isNone)
      fault.hidden = true
      input.removeAttribute('aria-invalid')
      writeKey(entered)
      return readKey() !== null
    },
  }
}
