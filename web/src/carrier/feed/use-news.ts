import { useEffect, useRef, useState } from 'react'
import type { FeedJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** Text for screen readers: how many jobs came into the list and left it with its last change. */
export function useNews(jobs: FeedJob[] | undefined): string {
  const { t } = useTexts('carrier')
  const known = useRef<Set<string> | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (!jobs) return
    const before = known.current
    const now = new Set(jobs.map(({ job_id }) => job_id))
    known.current = now
    if (!before) return
    const came = [...now].filter((id) => !before.has(id)).length
    const went = [...before].filter((id) => !now.has(id)).length
    const sentences = [
      came > 0 && t('feed.came', { count: came }),
      went > 0 && t('feed.went', { count: went }),
    ].filter(Boolean)
    if (sentences.length > 0) setNews(sentences.join(' '))
  }, [jobs, t])
  return news
}
