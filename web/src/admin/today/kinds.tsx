import { todayKinds } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'

/** The kinds of pending entries, each with its count; a click filters by that kind. */
export function Kinds({ counts }: { counts: Record<string, number> }) {
  const { t } = useTexts('today')
  const [{ kind }, change] = useAddress()
  const there = todayKinds.filter((each) => counts[each] || each === kind)
  if (there.length < 2 && !kind) return null
  return (
    <div className="panel-chips today-kinds" role="group" aria-label={t('filter')}>
      <button type="button" aria-pressed={!kind} onClick={() => change({ kind: undefined })}>
        {t('all')}
      </button>
      {there.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={kind === each}
          onClick={() => change({ kind: kind === each ? undefined : each })}
        >
          {t(`kinds.${each}.title`)} <span>{shown(counts[each] ?? 0, t('counted', { count: 100 }))}</span>
        </button>
      ))}
    </div>
  )
}

/** The server counts each kind up to 100. */
const shown = (count: number, most: string): string => (count >= 100 ? most : String(count))
