import { listMembers } from '#contract/admin/members.ts'
import { reading } from '../../kit/query-client.ts'

/** Options for `useQuery`: the newest 200 members, which are all of nearly every operator. */
export const allMembers = (before?: string) =>
  reading(listMembers, { query: { limit: 200, ...(before && { before }) } })
