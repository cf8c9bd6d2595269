import { useTranslation } from 'react-i18next'
import type { TodayEntry } from '#contract/admin/today.ts'
import { todayRules } from '#contract/admin/today-kinds.ts'
import { money } from '../../kit/money.ts'
import { PanelLink } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'
import { actOfPart } from './act-of.ts'

/** The rows that are folded into an entry, the gravest first, each with its page and its act. */
export function Parts({ entry }: { entry: TodayEntry }) {
  const { t } = useTranslation('today')
  const { parts, count, kind } = entry
  const act = t(`act.${todayRules[kind].act}`)
  return (
    <>
      <ul className="panel-list">
        {parts.map((part) => {
          const place = actOfPart(entry, part)
          const said = [part.amount_cents !== null && money(part.amount_cents), part.cause].filter(Boolean)
          return (
            <li key={part.id}>
              <div>
                {part.job_id ? (
                  <PanelLink className="dray-plain-link" {...placeOf.job(part.job_id)}>
                    {part.label}
                  </PanelLink>
                ) : (
                  <b>{part.label}</b>
                )}
                <small>{said.join(' · ')}</small>
              </div>
              {place && (
                <PanelLink className="dray-plain-link" aria-label={`${act}: ${part.label ?? ''}`} {...place}>
                  {act}
                </PanelLink>
              )}
            </li>
          )
        })}
      </ul>
      {count > parts.length && <p>{t('moreParts', { count: count - parts.length })}</p>}
    </>
  )
}
