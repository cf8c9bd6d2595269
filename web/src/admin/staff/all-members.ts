import { listMembers } from '#contract/admin/members.ts'
import { reading } from '../../kit/query-client.ts'

/** Options for `useQuery`: the newest 200 members, which are all of nearly every operator. */
export const allMembers = () => reading(listMembers, { query: { limit: 200 } })
