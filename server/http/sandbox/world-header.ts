import type { FastifyRequest } from 'fastify'
import { worldHeader, worldNamePattern } from '#contract/sandbox/header.ts'
import type { WorldName } from '../../db/worlds.ts'
import type { PartnerKey } from '../../keys/verify.ts'
import { Problem } from '../../lib/problem.ts'

/**
 * The world of the sandbox in the header of a request; by default the unnamed one. A live key has no worlds, so its
 * header is ignored.
 *
 * @throws Problem `validation_error` (400).
 */
export function worldOf(
  { headers }: FastifyRequest,
  { keyId, mode }: Pick<PartnerKey, 'keyId' | 'mode'>,
): WorldName {
  const name = headers[worldHeader.toLowerCase()]
  if (mode === 'live' || name === undefined) return { keyId, name: '' }
  if (typeof name === 'string' && isName.test(name)) return { keyId, name }
  throw new Problem('validation_error', (t) => t.partners.headerNotValid, {
    details: { [worldHeader]: (t) => t.sandbox.badWorld },
  })
}

const isName = new RegExp(worldNamePattern)
