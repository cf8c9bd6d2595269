import { element } from './element.ts'
import type { Answered } from './send.ts'

/** The place of a response in a form: its status, which is read out, its headers and its body. */
export function createAnswer(label: string) {
  const said = element('p', {})
  said.setAttribute('role', 'status')
  const code = element('code')
  const block = element('pre', {}, [code])
  block.tabIndex = 0
  block.setAttribute('aria-label', label)
  const frame = element('div', { className: 'tool-code', hidden: true }, [block])
  return {
    element: element('div', { className: 'tool-stack' }, [said, frame]),
    say(text: string): void {
      frame.hidden = true
      said.replaceChildren(text)
    },
    show({ call, status, headers, text, value }: Answered): void {
      said.replaceChildren(
        `${label}: `,
        element('b', { textContent: String(status) }),
        ...requestOf(call, headers),
      )
      const body = value === undefined ? text : JSON.stringify(value, null, 2)
      code.textContent = [...shownHeaders(headers), ...(body ? ['', body] : [])].join('\n')
      frame.hidden = false
    },
  }
}

/** The request in the log of the reader's company, which has the requests under /v1. */
function requestOf(call: string, headers: Headers): (Node | string)[] {
  const id = headers.get('x-request-id')
  if (!id || !call.includes(' /v1/')) return []
  const link = element('a', {}, [element('code', { textContent: id })])
  link.href = `/partner/requests?request=${id}`
  return [' · ', link]
}

/** Headers of the API; a proxy and the browser add others. */
const documented = [
  'allow',
  'cache-control',
  'content-type',
  'etag',
  'idempotent-replayed',
  'link',
  'location',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-sms-status',
]

const shownHeaders = (headers: Headers): string[] =>
  documented.filter((name) => headers.has(name)).map((name) => `${name}: ${headers.get(name)}`)
