import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import { allAnswers as allAdminAnswers } from '#contract/admin/openapi.ts'
import { allAnswers } from '#contract/app/openapi.ts'
import type { AdminOperation, Answer, AppOperation, PartnerPanelOperation } from '#contract/operation.ts'
import { allAnswers as allPartnerAnswers } from '#contract/partner-panel/openapi.ts'

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  coerceTypes: false,
  formats: {
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'date-time': (text: string) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)),
    uri: true,
  },
})

export type AppAnswered = { status: number; headers: Headers; text: string }

/** Checks a response of the app API against the contract: known status, body valid for its schema, `no-store`. */
export function assertAppConforms(operation: AppOperation, answered: AppAnswered): void {
  if (isFile(operation, answered)) return
  assertAnswers(allAnswers(operation), operation.operationId, answered)
}

/** The same for a response of the operator's panel or of the partner's own pages. */
export function assertAdminConforms(
  operation: AdminOperation | PartnerPanelOperation,
  answered: AppAnswered,
): void {
  if (isFile(operation, answered)) return
  const answers = isOfPartner(operation) ? allPartnerAnswers(operation) : allAdminAnswers(operation)
  assertAnswers(answers, operation.operationId, answered)
}

const isOfPartner = (operation: AdminOperation | PartnerPanelOperation): operation is PartnerPanelOperation =>
  operation.url.startsWith('/partner/')

/** A file has no schema. */
const isFile = (
  { downloads, answers }: AppOperation | AdminOperation | PartnerPanelOperation,
  { status }: AppAnswered,
): boolean => downloads !== undefined && status === 200 && answers[200]?.body === null

function assertAnswers(
  answers: Record<number, Answer>,
  operationId: string,
  { status, headers, text }: AppAnswered,
): void {
  const where = `${operationId} → ${status}`
  const answer = answers[status]
  if (!answer) assert.fail(`${where}: the status is not in the contract; ${text.slice(0, 300)}`)
  assert.equal(headers.get('cache-control'), 'no-store', where)
  assert.ok(headers.get('x-request-id'), where)
  if (!answer.body) return assert.equal(text, '', `${where}: there must be no body`)
  assert.equal(headers.get('content-type'), 'application/json', where)
  const validate = compiled(answer.body)
  assert.ok(
    validate(JSON.parse(text)),
    `${where}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`,
  )
}

const cache = new Map<object, ValidateFunction>()

/** Compiles a schema without its `$id`s, because Ajv refuses two schemas with one id. */
function compiled(schema: object): ValidateFunction {
  const known = cache.get(schema)
  if (known) return known
  const validate = ajv.compile(
    JSON.parse(
      JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)),
    ) as object,
  )
  cache.set(schema, validate)
  return validate
}
