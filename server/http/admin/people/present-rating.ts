import type { PersonRating } from '#contract/admin/people.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { RecentRating } from '../../../people/records.ts'

export const presentRating = (
  { jobId, stars, comment, createdAt }: RecentRating,
  words: Words,
): PersonRating => ({
  job_id: jobId,
  stars,
  comment: words(comment),
  created_at: createdAt.toISOString(),
})
