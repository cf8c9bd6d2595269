import type { PersonRating } from '#contract/admin/people.ts'
import type { RecentRating } from '../../../people/recent-ratings.ts'
import type { shownWords } from '../sees-phones.ts'

export const presentRating = (
  { jobId, stars, comment, createdAt }: RecentRating,
  words: ReturnType<typeof shownWords>,
): PersonRating => ({
  job_id: jobId,
  stars,
  comment: words(comment),
  created_at: createdAt.toISOString(),
})
