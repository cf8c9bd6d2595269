import { useQuery } from '@tanstack/react-query'
import { readPushKey, subscribePush, unsubscribePush } from '#contract/app/live.ts'
import { call, type Input } from './api.ts'
import { canPush, hadPush, isForKey, pushSubscription, subscribeToPush } from './push.ts'
import { useMe } from './session.ts'

/** `absent`: the browser does not support push; `denied`: the user has blocked notifications of this site. */
type PushState = 'absent' | 'denied' | 'on' | 'off'

export const pushQueryKey = ['push']

/**
 * Registers the subscription that this browser has, at each start and sign-in, and reads whether pushes come here.
 *
 * @param isWanted false: only where the person has allowed notifications before.
 */
export function useRegisteredPush({ isWanted }: { isWanted: boolean }) {
  const me = useMe()
  const isAllowed = canPush() && Notification.permission === 'granted'
  return useQuery({
    queryKey: [...pushQueryKey, me?.account_id],
    queryFn: () => registerAndRead(me?.account_id ?? ''),
    enabled: Boolean(me) && (isWanted || isAllowed),
    staleTime: Infinity,
  })
}

/** The state is what the server says: a subscription that only the browser knows receives no messages. */
async function registerAndRead(accountId: string): Promise<{ state: PushState; key: string | null }> {
  if (!canPush()) return { state: 'absent', key: null }
  const { key, is_registered: wasRegistered } = await call(readPushKey, {})
  const isDenied = Notification.permission === 'denied'
  const subscription = isDenied ? null : await currentSubscription(key, accountId)
  if (subscription) {
    await registerPush(subscription)
    const { is_registered: isOn } = await call(readPushKey, {})
    return { state: isOn ? 'on' : 'off', key }
  }
  if (wasRegistered) await call(unsubscribePush, {})
  return { state: isDenied ? 'denied' : 'off', key }
}

/** The subscription of this browser, made again if it is for another key, or if the account signed out with one. */
async function currentSubscription(key: string, accountId: string): Promise<PushSubscription | null> {
  const subscription = await pushSubscription()
  const mustSubscribe = subscription ? !isForKey(subscription, key) : hadPush(accountId)
  return mustSubscribe ? subscribeToPush(key).catch(() => null) : subscription
}

export const registerPush = (subscription: PushSubscription): Promise<unknown> =>
  call(subscribePush, { body: subscription.toJSON() as Input<typeof subscribePush>['body'] })
