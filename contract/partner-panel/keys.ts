import { Type } from 'typebox'
import { answers } from '../admin/common.ts'
import { ApiKey, Key, Label, listPartnerKeys, Rotated, readKeyWindow, rotateKey } from '../admin/keys.ts'
import type { PartnerPanelOperation } from '../operation.ts'
import { derive } from './derive.ts'

const { params } = rotateKey
const { overlap, ends } = rotateKey.body.properties

const theKey = { 200: { description: 'The key.', body: Key } }
const issued = Type.Object({ key: Key, api_key: ApiKey }, { additionalProperties: false })
const liveNeedsAdmin = '`role_too_low` also for a live key, for which the role `admin` is needed.'

export const listOwnKeys = derive(listPartnerKeys, {
  operationId: 'listOwnKeys',
  url: '/partner/v1/keys',
  summary: 'List the keys of the partner',
})

export const readOwnKeyWindow = {
  ...readKeyWindow,
  operationId: 'readOwnKeyWindow',
  url: '/partner/v1/keys/:key_id/window',
} as const satisfies PartnerPanelOperation

export const issueTestKey = {
  operationId: 'issueTestKey',
  method: 'POST',
  url: '/partner/v1/keys',
  access: 'developer',
  summary: 'Create a test key',
  description:
    'Jobs of a test key send no SMS and reach no carrier. Only this response has the value of the key. Live keys come from the operator.',
  body: Type.Object({ label: Type.Optional(Label) }, { additionalProperties: false }),
  answers: answers(
    { 201: { description: 'The new key.', body: issued } },
    {
      409: '`wrong_state`: there are 20 test keys that are neither revoked nor expired, or 50 were made within 24 hours.',
    },
  ),
} as const satisfies PartnerPanelOperation

export const rotateOwnKey = {
  operationId: 'rotateOwnKey',
  method: 'POST',
  url: '/partner/v1/keys/:key_id/rotation',
  access: 'developer',
  stepUp: true,
  summary: 'Give a key a new value',
  description: rotateKey.description,
  params,
  body: Type.Object({ overlap, ends }, { additionalProperties: false }),
  answers: answers(
    { 201: { description: 'The new value.', body: Rotated } },
    {
      403: liveNeedsAdmin,
      404: '`not_found`.',
      409: '`wrong_state`: the key is revoked, or the rotation would end other values than those in `ends`.',
    },
  ),
} as const satisfies PartnerPanelOperation

export const endOwnKeyOverlap = {
  operationId: 'endOwnKeyOverlap',
  method: 'POST',
  url: '/partner/v1/keys/:key_id/overlap-end',
  access: 'developer',
  summary: 'End the replaced values of a key now',
  description:
    'Ends every value except the newest, on every node within 2 seconds. Repeating it changes nothing.',
  params,
  answers: answers(theKey, { 403: liveNeedsAdmin, 404: '`not_found`.' }),
} as const satisfies PartnerPanelOperation

export const revokeOwnKey = {
  operationId: 'revokeOwnKey',
  method: 'POST',
  url: '/partner/v1/keys/:key_id/revocation',
  access: 'developer',
  summary: 'Revoke a key',
  description:
    'Refuses every call with the key permanently, on every node within 2 seconds. Repeating it changes nothing.',
  params,
  answers: answers(theKey, { 403: liveNeedsAdmin, 404: '`not_found`.' }),
} as const satisfies PartnerPanelOperation

export const ownKeyOperations = [
  listOwnKeys,
  readOwnKeyWindow,
  issueTestKey,
  rotateOwnKey,
  endOwnKeyOverlap,
  revokeOwnKey,
] as const satisfies readonly PartnerPanelOperation[]
