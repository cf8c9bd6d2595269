import { useQuery } from '@tanstack/react-query'
import { deleteJobView, type JobView, listJobViews } from '#contract/admin/job-views.ts'
import { call } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { useMe } from '../session/me.ts'
import { useOwnViews } from './edit-views.tsx'
import { addressOf, isShown, jobFilterNames } from './filters.ts'

/** The saved views, and a way to save the current filters. A view never has a phone. */
export function Views() {
  const { t } = useTexts('jobs')
  const [address, change] = useAddress()
  const views = useQuery(reading(listJobViews, {})).data?.views ?? []
  const own = useOwnViews()
  const isFiltered = jobFilterNames.some((name) => address[name])
  const isSaved = views.some(({ filters }) => isShown(filters, address))
  const show = (filters: JobView['filters']) => change({ ...addressOf(filters), before: undefined })
  return (
    <div className="panel-chips" role="group" aria-label={t('views.label')}>
      <button type="button" aria-pressed={!isFiltered} onClick={() => show({})}>
        {t('views.all')}
      </button>
      {views.map((view) => (
        <OneView
          key={view.view_id}
          view={view}
          isPressed={isShown(view.filters, address)}
          onShow={() => show(view.filters)}
        />
      ))}
      {isFiltered && !isSaved && !address.phone && (
        <button type="button" onClick={() => change({ save: 'yes' })}>
          + {t('views.save')}
        </button>
      )}
      {own.length > 0 && (
        <button type="button" onClick={() => change({ views: 'edit' })}>
          {t('views.edit')}
        </button>
      )}
    </div>
  )
}

type OneViewProps = { view: JobView; isPressed: boolean; onShow: () => void }

function OneView({ view: { view_id, name, shared, mine }, isPressed, onShow }: OneViewProps) {
  const { t } = useTexts('jobs')
  const me = useMe()
  const plan = usePlan()
  const isGoing = useIsPlanned(view_id)
  const remove = () =>
    plan({
      subject: view_id,
      text: t('views.willGo', { name }),
      done: t('views.removed', { name }),
      prove: () => Promise.resolve(),
      send: (options) => call(deleteJobView, { params: { view_id }, ...options }),
      changed: [listJobViews],
    })
  const mayRemove = shared ? me.role === 'owner' : mine
  if (isGoing) return null
  return (
    <>
      <button type="button" aria-pressed={isPressed} onClick={onShow}>
        {name} {shared && <small>{t('views.team')}</small>}
      </button>
      {isPressed && mayRemove && (
        <button type="button" aria-label={t('views.remove', { name })} onClick={remove}>
          ×
        </button>
      )}
    </>
  )
}
