import type { ServerResponse } from 'node:http'
import type { Kysely } from 'kysely'
import { startSession } from '../../server/accounts/session-store.ts'
import type { Tables } from '../../server/db/tables.ts'
import { ensurePerson, type PersonName, people } from './accounts.ts'

export const signInPath = '/dev/sign-in/'

export type SignIn = (url: string, response: ServerResponse) => Promise<void>

/**
 * Handles requests for `/dev/sign-in/customer` and `/dev/sign-in/carrier`: signs the browser in and redirects it to the
 * app.
 */
export function createSignIn(kysely: () => Kysely<Tables>, baseUrl: string): SignIn {
  const secure = baseUrl.startsWith('https:')
  const cookie = secure ? '__Host-dray_session' : 'dray_session'
  return async (url, response) => {
    const name = url.slice(signInPath.length)
    if (!isPerson(name)) {
      response.statusCode = 404
      response.end()
      return
    }
    const { id: accountId } = await ensurePerson(kysely(), name)
    const token = await startSession(kysely(), { accountId, kind: 'web', device: 'npm run dev' })
    response.statusCode = 303
    response.setHeader(
      'set-cookie',
      `${cookie}=${token}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    )
    response.setHeader('location', people[name].page)
    response.end()
  }
}

const isPerson = (name: string): name is PersonName => Object.hasOwn(people, name)
