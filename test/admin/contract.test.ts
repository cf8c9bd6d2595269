import assert from 'node:assert/strict'
import test from 'node:test'
import { adminOperations } from '#contract/admin/index.ts'
import type { AdminOperation } from '#contract/operation.ts'

/* The rules that every operation of the panel follows, so one is guessed from another. */
const operations: readonly AdminOperation[] = adminOperations
const idsOf = (list: readonly AdminOperation[]): string[] => list.map(({ operationId }) => operationId).sort()

const isClosed = (schema: object): boolean =>
  'additionalProperties' in schema && schema.additionalProperties === false

test('every request body is closed: a member that is not known is refused', () => {
  const open = operations.filter(({ body }) => body && !isClosed(body))
  assert.deepEqual(idsOf(open), [])
})

/** Lists that cannot grow: by the member, by the settings, or counted up to a bound. */
const bounded = [
  'listCarrierPhotos',
  'listJobExports',
  'listJobViews',
  'listLedgerDifferences',
  'listPasskeys',
  'listProviderActivity',
  'listProviders',
  'listRequestErrors',
  'listSettings',
  'listStaffSessions',
]

test('every list that may grow is read a page at a time, by `before`, `limit` and `next`', () => {
  const lists = operations.filter(({ operationId }) => operationId.startsWith('list'))
  const unpaged = lists.filter(({ query, body, answers }) => {
    const taken = { ...query?.properties, ...body?.properties }
    const answered = (answers[200]?.body as { properties?: object } | null)?.properties ?? {}
    return !('before' in taken && 'limit' in taken && 'next' in answered)
  })
  assert.deepEqual(idsOf(unpaged), bounded)
})

/** On things of the member who acts, on nothing that belongs to anybody, or a search. */
const withoutReason =
  /^(create|change|delete|order)JobView|^(start|finish)|^open|^set(Password)|^confirmTotp|^signIn|^staffSignOut|StaffMe$|^end.*StaffSession|^removePasskey|^newRecoveryCodes|^reviewCarrierChanges|^stepUp|^list|^read|^compare|^wakeEntry|^addJobNote|^checkLedger|MyAlert|^(test|sendTest)/

test("every act on somebody else's things says why", () => {
  const acts = operations.filter(
    ({ method, operationId }) => method !== 'GET' && !withoutReason.test(operationId),
  )
  const silent = acts.filter(({ body }) => {
    const { reason, told } = (body?.properties ?? {}) as Record<string, unknown>
    return reason === undefined && told === undefined
  })
  assert.deepEqual(idsOf(silent), [])
})

test('an address has nouns, and a partial change is a PATCH', () => {
  const verbs = /\/(suspend|resume|approve|reject|erase|export|withdraw|compare|revoke|remove|cancel|hide)$/
  const named = operations.filter(({ url, method }) => method !== 'GET' && verbs.test(url))
  assert.deepEqual(idsOf(named), [])
  const partial = operations.filter(({ description }) =>
    description.startsWith('Members that are absent stay as they are.'),
  )
  assert.deepEqual(idsOf(partial.filter(({ method }) => method !== 'PATCH')), [])
  assert.deepEqual(idsOf(operations.filter(({ method }) => method === 'PATCH')), idsOf(partial))
})

test('people are searched for in a body: no URL has a name, a phone, a plate or a mail address', () => {
  const told = operations.filter(({ query }) =>
    Object.keys(query?.properties ?? {}).some((name) => /^(name|phone|plate|mail)$/.test(name)),
  )
  assert.deepEqual(idsOf(told), [])
})
