import { endKeyOverlap, revokeKey, rotateKey } from '#contract/admin/keys.ts'
import type { Partner } from '#contract/admin/partners.ts'
import { call } from '../../../kit/api.ts'
import type { KeyWrites } from '../../../partnership/keys/key-writes.ts'
import { changedByKeys } from './changed.ts'

/** How staff change the keys of a partner. */
export const writesOf = ({ company_name: company }: Partner): KeyWrites => ({
  company,
  isOwn: false,
  asked: { reason: '' },
  rotate: {
    body: rotateKey.body,
    send: (key_id, body) => call(rotateKey, { params: { key_id }, body }),
  },
  endOverlap: {
    body: endKeyOverlap.body,
    send: (key_id, reason, options) =>
      call(endKeyOverlap, { params: { key_id }, body: { reason }, ...options }),
  },
  revoke: {
    body: revokeKey.body,
    send: (key_id, reason, options) => call(revokeKey, { params: { key_id }, body: { reason }, ...options }),
  },
  changed: changedByKeys,
})
