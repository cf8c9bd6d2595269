import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readMyNotices } from '#contract/app/notices.ts'
import type { NoticeKind } from '#contract/vocabulary.ts'
import { pageSetting } from './page-settings.ts'
import { pushSubscription } from './push.ts'
import { reading } from './query-client.ts'

/** How the user gets a notice while the app is closed: push on this device, SMS, mail, or not at all. */
export type NewsChannel = 'push' | 'sms' | 'mail' | 'none'

/**
 * The channel that a text may promise for a notice that the user may switch off. Until the server has said what is
 * switched off, it is push on this device, or SMS by the setting `SMS_NOTICES`.
 */
export function useNewsChannel(kind: NoticeKind): NewsChannel {
  const [isSubscribed, setSubscribed] = useState(false)
  const { data } = useQuery(reading(readMyNotices, {}))
  useEffect(() => {
    pushSubscription().then(
      (subscription) => setSubscribed(subscription !== null),
      () => setSubscribed(false),
    )
  }, [])
  const channels = data?.notices.find((notice) => notice.kind === kind)?.channels ?? []
  const goes = (channel: string) =>
    channels.some((each) => each.channel === channel && each.on && each.reaches)
  if (isSubscribed && (!data || goes('push'))) return 'push'
  if (data ? goes('sms') : pageSetting('sms-notices') === 'on') return 'sms'
  return goes('mail') ? 'mail' : 'none'
}
