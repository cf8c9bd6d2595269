import type { FastifyInstance } from 'fastify'
import { mountChangeKey } from './change-key.ts'
import { mountEndKeyOverlap } from './end-key-overlap.ts'
import { type IssueNeeds, mountIssueKey } from './issue-key.ts'
import { mountListPartnerKeys } from './list-partner-keys.ts'
import { mountReadKeyWindow, type WindowNeeds } from './read-key-window.ts'
import { mountRevokeKey } from './revoke-key.ts'
import { mountRotateKey, type RotateNeeds } from './rotate-key.ts'

export type KeysNeeds = IssueNeeds & RotateNeeds & WindowNeeds

/** The keys of partners. */
export function mountKeys(scope: FastifyInstance, needs: KeysNeeds): void {
  mountListPartnerKeys(scope, needs)
  mountIssueKey(scope, needs)
  mountRotateKey(scope, needs)
  mountEndKeyOverlap(scope, needs)
  mountRevokeKey(scope, needs)
  mountChangeKey(scope, needs)
  mountReadKeyWindow(scope, needs)
}
