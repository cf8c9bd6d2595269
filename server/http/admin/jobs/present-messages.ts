import type { JobForStaff } from '#contract/admin/job-detail.ts'
import type { StaffMessage } from '#contract/admin/job-messages.ts'
import type { Answered } from '#contract/app/common.ts'
import type { SeenMessage } from '../../../jobs/conversation/read-messages.ts'
import { type LinkSettings, photoUrl } from '../../../jobs/links.ts'
import type { StaffJob } from '../../../jobs/queries/staff/read-job.ts'
import type { Words } from '../../../lib/shown-words.ts'

type Links = Pick<LinkSettings, 'baseUrl'>

export const presentConversation = (
  { isOpen, togetherCount, messages, carriers }: StaffJob['conversation'],
  words: Words,
  links: Links,
): Answered<JobForStaff['conversation']> => ({
  open: isOpen,
  together_count: togetherCount,
  messages: messages.map((message) => presentMessage(message, words, links)),
  carriers: carriers.map(({ id, name, isOpen: open }) => ({ account_id: id, name: words(name), open })),
})

export const presentMessage = (row: SeenMessage, words: Words, links: Links): Answered<StaffMessage> => ({
  message_id: row.id,
  thread: row.thread,
  by: row.sender,
  carrier_id: row.carrier_id,
  author: row.author_name,
  text: words(row.text),
  photo_url: row.photo && photoUrl(links, row.photo.name),
  report: row.report_kind ?? row.reportedAs,
  about_carrier_id: row.thread === 'customer' ? row.about_carrier_id : null,
  waits: row.waits,
  sent_at: row.created_at,
})
