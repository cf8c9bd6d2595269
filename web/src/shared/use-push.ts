import { useState } from 'react'
import { unsubscribePush } from '#contract/app/live.ts'
import { call } from '../kit/api.ts'
import { notify } from '../kit/notices.tsx'
import { dropPush, rememberPush, subscribeToPush } from '../kit/push.ts'
import { queryClient } from '../kit/query-client.ts'
import { pushQueryKey, registerPush, useRegisteredPush } from '../kit/registered-push.ts'
import { useErrorText } from '../kit/states.tsx'
import { useTexts } from '../kit/texts/use-texts.ts'

/** Push on this device. Loads the key in advance, because browsers ask for the permission only within a tap handler. */
export function usePush() {
  const { t } = useTexts('app')
  const errorText = useErrorText()
  const [isPending, setPending] = useState(false)
  const { data } = useRegisteredPush({ isWanted: true })
  const act = (work: () => Promise<unknown>) => {
    setPending(true)
    void work()
      .catch((error: unknown) => notify({ text: errorText(error), kind: 'bad' }))
      .then(() => queryClient.invalidateQueries({ queryKey: pushQueryKey }))
      .finally(() => setPending(false))
  }
  return {
    state: data?.state ?? ('unknown' as const),
    isPending,
    turnOn: () =>
      act(async () => {
        const subscription = data?.key && (await subscribeToPush(data.key))
        if (!subscription) return
        await registerPush(subscription)
        notify({ text: t('push.on') })
      }),
    turnOff: () =>
      act(async () => {
        await dropPush()
        rememberPush(null)
        await call(unsubscribePush, {})
      }),
  }
}
