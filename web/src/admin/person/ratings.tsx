import type { PersonRating } from '#contract/admin/people.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import type { Column } from '../../panel/data-table.tsx'
import { JobLink } from './job-link.tsx'
import { RecordList } from './record-list.tsx'

type RatingsProps = {
  title: string
  none: string
  rating: { average: number | null; count: number }
  ratings: PersonRating[]
}

/** The average, and the last ratings with their comments. */
export function Ratings({ title, none, rating, ratings }: RatingsProps) {
  const text = useRatingText()
  return (
    <RecordList
      title={title}
      {...(rating.count > 0 && { text: text(rating) })}
      none={none}
      columns={useColumns()}
      rows={ratings}
      rowId={({ job_id }) => job_id}
    />
  )
}

/** “4.5 of 5, 12 ratings”. */
function useRatingText() {
  const { t } = useTexts('people')
  return ({ average, count }: RatingsProps['rating']) =>
    average === null ? t('unrated') : t('rated', { average, count })
}

function useColumns(): Column<PersonRating>[] {
  const { t } = useTexts('people')
  return [
    {
      id: 'stars',
      head: t('stars'),
      isMain: true,
      cell: ({ stars }) => (
        <span role="img" aria-label={t('starsOf', { stars })}>
          {'★'.repeat(stars)}
          {'☆'.repeat(5 - stars)}
        </span>
      ),
    },
    {
      id: 'comment',
      head: t('comment'),
      grows: true,
      cell: ({ comment }) => <span className="person-wrap">{comment ?? t('noComment')}</span>,
    },
    {
      id: 'job',
      head: t('job'),
      cell: ({ job_id }) => <JobLink jobId={job_id}>{t('seeJob')}</JobLink>,
      isAct: true,
    },
    { id: 'given', head: t('given'), cell: ({ created_at }) => day(created_at) },
  ]
}
