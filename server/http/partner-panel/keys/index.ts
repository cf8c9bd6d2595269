import type { FastifyInstance } from 'fastify'
import { mountListPartnerKeys } from '../../admin/keys/list-partner-keys.ts'
import { mountEndOwnKeyOverlap } from './end-own-key-overlap.ts'
import { type IssueTestKeyNeeds, mountIssueTestKey } from './issue-test-key.ts'
import { mountReadOwnKeyWindow, type OwnWindowNeeds } from './read-own-key-window.ts'
import { mountRevokeOwnKey } from './revoke-own-key.ts'
import { mountRotateOwnKey } from './rotate-own-key.ts'

export type OwnKeysNeeds = IssueTestKeyNeeds & OwnWindowNeeds

/** The keys of the partner. */
export function mountOwnKeys(scope: FastifyInstance, needs: OwnKeysNeeds): void {
  mountListPartnerKeys(scope, needs)
  mountReadOwnKeyWindow(scope, needs)
  mountIssueTestKey(scope, needs)
  mountRotateOwnKey(scope, needs)
  mountEndOwnKeyOverlap(scope, needs)
  mountRevokeOwnKey(scope, needs)
}
