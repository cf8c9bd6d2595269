import assert from 'node:assert/strict'
import { Dray, DrayError, type DrayOptions } from '../../sdk/typescript/src/index.ts'
import type { TestPartner } from './dray.ts'

/** A client of the SDK with the key of a partner. */
export const sdkOf = (
  { apiKey }: Pick<TestPartner, 'apiKey'>,
  baseUrl: string,
  options: Partial<DrayOptions> = {},
): Dray => new Dray({ apiKey, baseUrl, ...options })

/** The error with which a call of the SDK was refused, checked for its class. */
export async function refusalOf<E extends DrayError>(
  call: Promise<unknown>,
  TheClass: new (...args: never[]) => E,
): Promise<E> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof TheClass, `${TheClass.name}: ${String(error)}`)
  assert.ok(error instanceof DrayError)
  assert.equal(error.name, error.constructor.name)
  return error
}
