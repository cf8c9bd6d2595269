import { useEffect, useState } from 'react'
import { pageSetting } from './page-settings.ts'
import { pushSubscription } from './push.ts'

/** How the user gets notices while the app is closed: push on this device, SMS, or not at all. */
export type NewsChannel = 'push' | 'sms' | 'none'

const withoutPush: NewsChannel = pageSetting('sms-notices') === 'on' ? 'sms' : 'none'

/** The channel that a text may promise. Without a push subscription it depends on the setting `SMS_NOTICES`. */
export function useNewsChannel(): NewsChannel {
  const [channel, setChannel] = useState(withoutPush)
  useEffect(() => {
    pushSubscription().then(
      (subscription) => setChannel(subscription ? 'push' : withoutPush),
      () => setChannel(withoutPush),
    )
  }, [])
  return channel
}
