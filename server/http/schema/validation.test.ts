import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { notFound } from '../errors/errors.ts'
import { fieldChecks } from './field-checks.ts'
import { validatorCompiler } from './validation.ts'

const compile = validatorCompiler(
  fieldChecks({ smsCountries: ['*'], photoSourcesAllowed: [], pushEndpointsAllowed: [] }),
  { malformedPath: notFound, invalid: (t) => t.partners.fieldsNotValid },
)
const validatorOf = (schema: object, httpPart: string) =>
  compile({ schema, httpPart, method: 'GET', url: '/' }) as (data: unknown) => {
    value?: unknown
    error?: Error
  }

const query = Type.Object({
  km: Type.Optional(Type.Number({ minimum: 1 })),
  page: Type.Optional(Type.Integer()),
  open: Type.Optional(Type.Boolean()),
  word: Type.Optional(Type.String()),
})

test('query text is converted to the number or boolean of its schema, or refused', () => {
  const validate = validatorOf(query, 'querystring')
  assert.deepEqual(validate({ km: '2.5', page: '-3', open: 'true', word: '12', other: '1' }).value, {
    km: 2.5,
    page: -3,
    open: true,
    word: '12',
    other: '1',
  })
  for (const wrong of [
    { km: '' },
    { km: '1e3' },
    { km: '0x10' },
    { km: ' 2' },
    { km: 'NaN' },
    { km: '0.5' },
    { page: '1.5' },
    { open: '1' },
    { page: ['1', '2'] },
  ])
    assert.ok(validate(wrong).error, JSON.stringify(wrong))
})

test('nothing is coerced in a body', () => {
  const validate = validatorOf(query, 'body')
  assert.ok(validate({ km: '2.5' }).error)
  assert.deepEqual(validate({ km: 2.5 }).value, { km: 2.5 })
})

test('a malformed id in a path leads nowhere', () => {
  const validate = validatorOf(Type.Object({ id: Type.String({ format: 'uuid' }) }), 'params')
  assert.equal(validate({ id: "1' or '1'='1" }).error, notFound)
  assert.equal(validate({ id: '01a200ab-413b-748a-91aa-6c1e9936e095' }).error, undefined)
})
