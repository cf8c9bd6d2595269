import type { HealthCheck } from '#contract/admin/health.ts'
import { currentLanguage } from '../../kit/language.ts'
import { locale } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime, fromNow } from '../../kit/when.ts'
import { CopyButton } from '../../panel/copy-field.tsx'
import { Mark } from '../../panel/mark.tsx'

/** How long ago, or in how long; the instant itself as a title. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dayAndTime(at)}>
      {fromNow(at)}
    </time>
  )
}

export function CheckMark({ status }: { status: HealthCheck['status'] }) {
  const { t } = useTexts('health')
  return <Mark look={looks[status]}>{t(`checks.${status}`)}</Mark>
}

const looks = { ok: 'good', warn: 'waits', fail: 'bad' } as const

/** What the server says of a check or a setting. Words between backticks are code. */
export function ServerText({ text }: { text: string }) {
  return (
    <span>
      {splitAt(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'), /`([^`]*)`/).map(({ id, part, isMatch }) =>
        isMatch ? <Code key={id} text={part} /> : part,
      )}
    </span>
  )
}

/** A command says where to run it, and can be copied. */
function Code({ text }: { text: string }) {
  const { t } = useTexts('panel')
  if (!/^(npm run|dray) /.test(text)) return <code>{text}</code>
  return (
    <span className="health-command" lang={currentLanguage()}>
      <small>{t('onServer')}</small> <code>{text}</code> <CopyButton text={text} />
    </span>
  )
}

/** The parts of a text between the matches of `pattern`, and the matches: its one group. */
export const splitAt = (text: string, pattern: RegExp): { id: string; part: string; isMatch: boolean }[] =>
  text.split(pattern).map((part, index) => ({ id: `${index} ${part}`, part, isMatch: index % 2 === 1 }))

export const milliseconds = (ms: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }).format(ms)
