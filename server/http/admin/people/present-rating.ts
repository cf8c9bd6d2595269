import type { PersonRating } from '#contract/admin/people.ts'
import type { RecentRating } from '../../../people/recent-ratings.ts'

export const presentRating = ({ jobId, stars, comment, createdAt }: RecentRating): PersonRating => ({
  job_id: jobId,
  stars,
  comment,
  created_at: createdAt.toISOString(),
})
