import { Type } from 'typebox'
import { everywhereInSandbox, withBody } from './answers.ts'
import type { SandboxOperation } from './operation.ts'
import { windowAnswer } from './samples.ts'

export const fillWindow = {
  operationId: 'fillWindow',
  tag: 'World',
  method: 'POST',
  url: '/sandbox/v1/limit',
  access: 'partner_key',
  summary: 'Use up calls',
  description:
    'Counts calls against the limit of this key under `/v1` until only `remaining` calls are left. With 0, the next call gets 429, as after real calls. The counted calls leave the window after 61 seconds at most.',
  body: Type.Object({ remaining: Type.Integer({ minimum: 0, maximum: 100_000 }) }),
  example: { remaining: 0 },
  answers: {
    ...everywhereInSandbox,
    ...withBody,
    200: {
      description: 'The window.',
      body: Type.Object({ limit: Type.Integer(), remaining: Type.Integer() }),
      examples: { used: windowAnswer },
    },
  },
} as const satisfies SandboxOperation
