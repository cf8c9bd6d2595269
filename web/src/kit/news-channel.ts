import { useEffect, useState } from 'react'
import { pageSetting } from './page-settings.ts'
import { pushSubscription } from './push.ts'

/** How this person hears of what matters while the app is closed: a push on this device, an SMS, or not at all. */
export type NewsChannel = 'push' | 'sms' | 'none'

const withoutPush: NewsChannel = pageSetting('sms-notices') === 'on' ? 'sms' : 'none'

/** The channel to promise in a sentence; without a push device the operator's setting decides (`SMS_NOTICES`). */
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
