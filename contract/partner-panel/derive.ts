import type { TObject, TSchema } from 'typebox'
import type { AdminOperation, Answer, PartnerAccess } from '../operation.ts'

/*
 * The operator's panel and the partner's own pages share operations, which are described once, for the panel. `derive`
 * makes the operation of the partner's pages; the server mounts the same handler for both.
 */

/** The differences of the operation on the partner's pages. */
type Change = {
  operationId: string
  /** A path without the partner id, because the session names the partner. */
  url?: `/partner/v1/${string}`
  summary?: string
  description?: string
  query?: TObject
  body?: TObject
  /** The body of the success response. */
  success?: TSchema
  /** Descriptions of errors here, by status. */
  refusals?: Record<number, string>
}

type UrlOf<Url> = Url extends `/admin/v1/${infer Rest}` ? `/partner/v1/${Rest}` : never
type AccessOf<A> = A extends 'owner' ? 'admin' : A extends 'staff' ? 'developer' : A
type AnswersOf<Answers, Success> = {
  [Status in keyof Answers]: Status extends 200 | 201
    ? Success extends TSchema
      ? { description: string; body: Success }
      : Answers[Status]
    : Answers[Status]
}

type Derived<O extends AdminOperation, C extends Change> = Omit<
  O,
  'operationId' | 'url' | 'access' | 'answers' | 'query' | 'body' | 'params'
> & {
  operationId: C['operationId']
  url: C extends { url: infer Url } ? Url : UrlOf<O['url']>
  access: AccessOf<O['access']>
  answers: AnswersOf<O['answers'], C extends { success: infer Success } ? Success : null>
  derivedFrom: O
} & (C extends { query: infer Query }
    ? { query: Query }
    : O extends { query: infer Query }
      ? { query: Query }
      : unknown) &
  (C extends { body: infer Body }
    ? { body: Body }
    : O extends { body: infer Body }
      ? { body: Body }
      : unknown) &
  (C extends { url: string } ? unknown : O extends { params: infer Params } ? { params: Params } : unknown)

/** @returns the operation of the partner's own pages for an operation of the panel. */
export function derive<const O extends AdminOperation, const C extends Change>(
  operation: O,
  { success, refusals, url, ...change }: C,
): Derived<O, C> {
  const { params, answers, access, ...same } = operation
  const derived = {
    ...same,
    ...change,
    access: accesses[access] ?? access,
    url: url ?? operation.url.replace('/admin/', '/partner/'),
    ...(params && url === undefined && { params }),
    answers: changed(answers, { success, refusals }),
    derivedFrom: operation,
  }
  return derived as unknown as Derived<O, C>
}

const accesses: Partial<Record<AdminOperation['access'], PartnerAccess>> = {
  owner: 'admin',
  staff: 'developer',
}

function changed(
  answers: Record<number, Answer>,
  { success, refusals }: { success: TSchema | undefined; refusals: Record<number, string> | undefined },
): Record<number, Answer> {
  const here = Object.entries(answers).map(([status, answer]) => {
    const description = refusals?.[Number(status)] ?? answer.description
    const isSuccess = Number(status) < 300 && answer.body !== null
    return [status, { ...answer, description, ...(success && isSuccess && { body: success }) }]
  })
  return Object.fromEntries(here) as Record<number, Answer>
}
