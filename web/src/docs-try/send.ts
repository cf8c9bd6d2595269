/** An unchanged response. `value` is its body if that is JSON. */
export type Answered = { call: string; status: number; headers: Headers; text: string; value: unknown }

/** Sends the request of the form; the body is sent as typed, so an invalid one can be tried too. */
export async function send(form: HTMLFormElement, key: string): Promise<Answered> {
  const { method = 'GET', url = '' } = form.dataset
  const body = form.querySelector('textarea')?.value
  const response = await fetch(targetOf(form, url), {
    method,
    headers: {
      ...Object.fromEntries(filledIn(form, 'header')),
      'x-api-key': key,
      'accept-language': document.documentElement.lang,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    credentials: 'omit',
    cache: 'no-store',
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return {
    call: `${method} ${url}`,
    status: response.status,
    headers: response.headers,
    text,
    value: parsed(text),
  }
}

function targetOf(form: HTMLFormElement, url: string): string {
  const parts = new Map(filledIn(form, 'path'))
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts.get(name) ?? ''))
  const query = new URLSearchParams(filledIn(form, 'query')).toString()
  return query ? `${path}?${query}` : path
}

const filledIn = (form: HTMLFormElement, place: 'path' | 'query' | 'header'): [string, string][] =>
  [...form.querySelectorAll<HTMLInputElement>(`input[data-place=${place}]`)]
    .map(({ name, value }): [string, string] => [name, value.trim()])
    .filter(([, value]) => value !== '')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
