import { useTranslation } from 'react-i18next'
import type { HealthCheck } from '#contract/admin/health.ts'
import { locale } from '../../kit/money.ts'
import { dayAndTime, fromNow } from '../../kit/when.ts'

/** How long ago, or in how long; the instant itself as a title. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dayAndTime(at)}>
      {fromNow(at)}
    </time>
  )
}

export function CheckMark({ status }: { status: HealthCheck['status'] }) {
  const { t } = useTranslation('health')
  return (
    <span className="panel-mark" data-kind={markOf[status]}>
      {t(`checks.${status}`)}
    </span>
  )
}

const markOf = { ok: 'owner', warn: 'warned', fail: 'suspended' }

/** What the server says in English, whatever the language of the page. Words between backticks are code. */
export function English({ text }: { text: string }) {
  return (
    <span lang="en">
      {splitAt(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'), /`([^`]*)`/).map(({ id, part, isMatch }) =>
        isMatch ? <code key={id}>{part}</code> : part,
      )}
    </span>
  )
}

/** The parts of a text between the matches of `pattern`, and the matches: its one group. */
export const splitAt = (text: string, pattern: RegExp): { id: string; part: string; isMatch: boolean }[] =>
  text.split(pattern).map((part, index) => ({ id: `${index} ${part}`, part, isMatch: index % 2 === 1 }))

export const milliseconds = (ms: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }).format(ms)
