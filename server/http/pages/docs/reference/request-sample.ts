import type { Operation } from '#contract/operation.ts'
import type { Language } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../../../lib/escape-html.ts'
import { texts } from '../../../../texts/index.ts'
import type { Shown } from './members.ts'

/** The request of an operation as a command; `{base_url}` and the key are filled in where it is shown. */
export function curlOf({ method, url, params, body, example }: Operation): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => String(sampleOf(params?.properties[name])))
  const isUsual = method === (body ? 'POST' : 'GET')
  const lines = [
    `curl -sS ${isUsual ? '' : `-X ${method} `}{base_url}${path}`,
    "-H 'X-API-Key: YOUR_TEST_KEY'",
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${quoted(shownBody(example))}'`] : []),
  ]
  return lines.join(' \\\n  ')
}

const shownBody = (example: object | undefined): string => JSON.stringify(example ?? {}, null, 2)

/** The value of a member that the contract shows. */
const sampleOf = (schema: Shown | undefined): unknown => schema?.examples?.[0] ?? ''

const quoted = (json: string): string => json.replaceAll("'", String.raw`'\''`).replaceAll('\n', '\n  ')

/**
 * A form that sends the request of an operation. Its script shows it (`web/src/docs-try`): without the script it stays
 * hidden.
 */
export function tryForm(operation: Operation, language: Language): string {
  const { operationId, method, url, summary, params, query, requestHeaders, body, example } = operation
  const { tryIt } = texts[language].reference
  const fields = [
    ...Object.keys(params?.properties ?? {}).map((name) => ({ name, place: 'path' })),
    ...Object.keys(query?.properties ?? {}).map((name) => ({ name, place: 'query' })),
    ...Object.keys(requestHeaders ?? {}).map((name) => ({ name, place: 'header' })),
  ].map(({ name, place }) => {
    const id = `${operationId}-try-${name}`
    const required = place === 'path' ? ' required' : ''
    return `<div class="tool-field"><label for="${id}"><code>${name}</code></label><input id="${id}" class="tool-code-input" name="${name}" data-place="${place}" autocomplete="off" spellcheck="false"${required}></div>`
  })
  const sent = shownBody(example)
  const area = `<div class="tool-field"><label for="${operationId}-try-body">${tryIt.body}</label><textarea id="${operationId}-try-body" class="tool-code-input" rows="${sent.split('\n').length}" spellcheck="false">${escapeHtml(sent)}</textarea></div>`
  return `<details class="tool tool-fold" data-tool="try" hidden><summary>${tryIt.title}</summary>
<form class="tool-card tool-stack" aria-label="${tryIt.title}: ${escapeHtml(summary)}" data-method="${method}" data-url="${url}" data-answer="${tryIt.answer}">
${[...fields, ...(body ? [area] : [])].join('\n')}
<div><button type="submit" class="tool-button">${tryIt.send}</button></div>
</form>
</details>`
}
