import type { TodayEntry } from '#contract/admin/today.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'
import { actsOfPart } from './act-of.ts'

/** The rows that are folded into an entry, the gravest first, each with its page and its act. */
export function Parts({ entry }: { entry: TodayEntry }) {
  const { t } = useTexts('today')
  const { parts, count } = entry
  return (
    <>
      <ul className="panel-list">
        {parts.map((part) => {
          const said = [
            part.detail,
            part.amount_cents !== null && money(part.amount_cents),
            part.cause,
          ].filter(Boolean)
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
              <span className="today-parts-acts">
                {actsOfPart(entry, part).map(({ name, place }) => (
                  <PanelLink
                    key={name}
                    className="dray-plain-link"
                    aria-label={`${t(`act.${name}`)}: ${part.label ?? ''}`}
                    {...place}
                  >
                    {t(`act.${name}`)}
                  </PanelLink>
                ))}
              </span>
            </li>
          )
        })}
      </ul>
      {count > parts.length && <p>{t('moreParts', { count: count - parts.length })}</p>}
    </>
  )
}
