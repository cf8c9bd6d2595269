import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readPushKey, subscribePush, unsubscribePush } from '#contract/app/live.ts'
import { call, type Input } from '../kit/api.ts'
import { notify } from '../kit/notices.tsx'
import { canPush, pushSubscription, subscribeToPush } from '../kit/push.ts'
import { reading } from '../kit/query-client.ts'
import { useErrorText } from '../kit/states.tsx'

/** `absent`: the browser does not support push; `denied`: the user has blocked notifications of this site. */
export type PushState = 'unknown' | 'absent' | 'denied' | 'on' | 'off'

/** Push on this device. Loads the key in advance, because browsers ask for the permission only within a tap handler. */
export function usePush() {
  const { t } = useTranslation('app')
  const errorText = useErrorText()
  const [state, setState] = useState<PushState>('unknown')
  const [isPending, setPending] = useState(false)
  const { data } = useQuery({ ...reading(readPushKey, {}), enabled: state === 'off', staleTime: Infinity })
  useEffect(() => {
    stateNow().then(setState, () => setState('absent'))
  }, [])
  const act = (work: () => Promise<unknown>) => {
    setPending(true)
    void work()
      .catch((error: unknown) => notify({ text: errorText(error), kind: 'bad' }))
      .then(async () => setState(await stateNow()))
      .finally(() => setPending(false))
  }
  return {
    state,
    isPending,
    turnOn: () =>
      act(async () => {
        const subscription = data && (await subscribeToPush(data.key))
        if (!subscription) return
        await call(subscribePush, { body: subscription as Input<typeof subscribePush>['body'] })
        notify({ text: t('push.on') })
      }),
    turnOff: () =>
      act(async () => {
        await (await pushSubscription())?.unsubscribe()
        await call(unsubscribePush, {})
      }),
  }
}

async function stateNow(): Promise<PushState> {
  if (!canPush()) return 'absent'
  if (Notification.permission === 'denied') return 'denied'
  return (await pushSubscription()) ? 'on' : 'off'
}
