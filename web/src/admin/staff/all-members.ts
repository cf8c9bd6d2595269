import { listMembers } from '#contract/admin/members.ts'
import { reading } from '../../kit/query-client.ts'

/** Options for `useQuery`: the newest 200 members. Nearly every operator has fewer. */
export const allMembers = () => reading(listMembers, { query: { limit: 200 } })
