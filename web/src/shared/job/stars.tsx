import { useId } from 'react'
import { IconStar, IconStarFilled } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type StarsProps = { value: number; onChange: (stars: number) => void }

const counts = [1, 2, 3, 4, 5]

/** One to five stars, as radio buttons: a keyboard and a screen reader choose among five, none of them "no star". */
export function Stars({ value, onChange }: StarsProps) {
  const { t } = useTexts('app')
  const name = useId()
  return (
    <div className="app-stars" role="radiogroup" aria-label={t('rate.stars')}>
      {counts.map((count) => {
        const Icon = count <= value ? IconStarFilled : IconStar
        return (
          <label key={count} data-on={count <= value}>
            <input
              type="radio"
              name={name}
              value={count}
              checked={count === value}
              aria-label={t('rate.star', { count })}
              onChange={() => onChange(count)}
            />
            <Icon aria-hidden />
          </label>
        )
      })}
    </div>
  )
}
