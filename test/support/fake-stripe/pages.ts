import type http from 'node:http'
import type { People } from './people.ts'
import { invalid } from './refusal.ts'
import { responseOf, write } from './responses.ts'

type PageRequest = {
  request: http.IncomingMessage
  response: http.ServerResponse
  pathname: string
  body: string
}

/** Stripe's pages for cards, 3-D Secure and onboarding. Their buttons submit an answer and return to the app. */
export function servePage(people: People, { request, response, pathname, body }: PageRequest): void {
  const [, kind = '', id = ''] = /^\/(checkout|confirm|onboarding)\/(\w+)$/.exec(pathname) ?? []
  if (!kind) return write(response, { status: 404, body: invalid('resource_missing', { status: 404 }).body })
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return void response.end(
      `<!doctype html><title>Fake Stripe</title><form method="post"><button name="answer" value="yes">Approve</button><button name="answer" value="no">Refuse</button></form>`,
    )
  }
  const approved = new URLSearchParams(body).get('answer') === 'yes'
  const done = responseOf(() => {
    if (kind === 'checkout' && approved) people.completeSetup(id)
    if (kind === 'checkout' && !approved) people.refuseSetup(id)
    if (kind === 'confirm') people.confirm(id, approved)
    if (kind === 'onboarding') people.finishPayoutSetup(id)
  })
  const location = people.returnUrlOf(id)
  if (done.status !== 200 || !location) return write(response, { ...done, body: done.body ?? {} })
  response.writeHead(303, { location }).end()
}
