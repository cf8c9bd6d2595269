import { noticeChannels, noticeRules } from '#contract/notice-rules.ts'
import { noticeKinds } from '#contract/vocabulary.ts'
import { between } from './settings-page.ts'

/** Returns `docs/operating.md` with the table of `contract/notice-rules.ts` between its markers. */
export const withNoticeTable = (page: string): string => between(page, 'notices', table())

function table(): string {
  const rows = noticeKinds.map((kind) => {
    const { channels, isAboutMoney } = noticeRules[kind]
    const marks = noticeChannels.map((channel) => (channels.includes(channel) ? 'yes' : ''))
    return line([`\`${kind}\``, ...marks, isAboutMoney ? '' : 'yes'])
  })
  const head = ['Kind', ...noticeChannels.map((channel) => `\`${channel}\``), 'The person may switch it off']
  return [line(head), line(head.map(() => '---')), ...rows].join('\n')
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
