import assert from 'node:assert/strict'
import type fc from 'fast-check'
import type { Person } from '../support/person.ts'
import { type Answer, assertMatches, type Model, type Real } from './life-model.ts'

type Command = fc.AsyncCommand<Model, Real>

const errorOf = ({ body }: Answer) => (body as { error?: string } | undefined)?.error

/** One act: `judge` returns the expected error, or the change of the model on success. */
export function act(
  name: string,
  on: (real: Real, model: Model) => Promise<Answer>,
  judge: (model: Model) => string | (() => void),
): Command {
  return {
    toString: () => name,
    check: () => true,
    async run(model, real) {
      const verdict = judge(model)
      const answer = await on(real, model)
      if (typeof verdict === 'string')
        assert.equal(errorOf(answer), verdict, `${name} in ${JSON.stringify(model)}`)
      else {
        assert.ok(
          answer.status < 300,
          `${name} → ${answer.status} ${errorOf(answer)} in ${JSON.stringify(model)}`,
        )
        verdict()
      }
      await assertMatches(model, real)
    },
  }
}

/** An act of a carrier on an accepted job; 404 for any other carrier. */
export const ofCarrier = (
  name: string,
  who: number,
  on: (real: Real, carrier: Person) => Promise<Answer>,
  judge: (model: Model) => string | (() => void),
) =>
  act(
    `${name} by ${who}`,
    (real) => on(real, carrierOf(real, who)),
    (model) => (model.carrier === who ? judge(model) : 'not_found'),
  )

export const byItself = (
  name: string,
  on: (real: Real) => Promise<unknown>,
  becomes: (model: Model) => void,
) =>
  act(
    name,
    async (real) => {
      await on(real)
      return { status: 200, body: {} }
    },
    (model) => () => becomes(model),
  )

export const carrierOf = ({ carriers }: Real, who: number): Person =>
  carriers[who] ?? assert.fail('no such carrier')
