import { endOwnKeyOverlap, revokeOwnKey, rotateOwnKey } from '#contract/partner-panel/keys.ts'
import { call } from '../../kit/api.ts'
import type { KeyWrites } from '../../partnership/keys/key-writes.ts'
import { changedByKeys } from './changed.ts'

/** How the people of a partner change its keys. */
export const ownWrites = (company: string): KeyWrites => ({
  company,
  isOwn: true,
  asked: {},
  rotate: {
    body: rotateOwnKey.body,
    send: (key_id, { overlap, ends }) => call(rotateOwnKey, { params: { key_id }, body: { overlap, ends } }),
  },
  endOverlap: {
    send: (key_id, _reason, options) => call(endOwnKeyOverlap, { params: { key_id }, ...options }),
  },
  revoke: { send: (key_id, _reason, options) => call(revokeOwnKey, { params: { key_id }, ...options }) },
  changed: changedByKeys,
})
