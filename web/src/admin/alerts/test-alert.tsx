import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type AlertTest,
  readAlertTest,
  readMyAlerts,
  testAlertWebhook,
  testMyAlerts,
} from '#contract/admin/alerts.ts'
import type { AlertChannel } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { readAgain, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAct } from '../../panel/use-act.ts'

type Channel = AlertChannel | 'webhook'

type TestProps = {
  channel: Channel
  /** False if only the result of the last test is to be seen. */
  canSend?: boolean
}

/** Sends a test over a channel, and shows what became of it. */
export function TestAlert({ channel, canSend = true }: TestProps) {
  const { t } = useTexts('today')
  const [testId, setTestId] = useState<string | null>(null)
  const start = useAct({
    act: () => begin(channel, { test_id: crypto.randomUUID() }),
    onDone: ({ test_id }) => setTestId(test_id),
  })
  const { data: test } = useQuery({
    ...reading(readAlertTest, { params: { test_id: testId ?? '' } }),
    enabled: testId !== null,
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'waiting' ? false : 1_000),
  })
  // A test can find that the address or the browser is gone.
  const isRefused = test?.state === 'failed' || test?.state === 'ended'
  useEffect(() => {
    if (isRefused) void readAgain(readMyAlerts)
  }, [isRefused])
  return (
    <div className="alerts-body alerts-test">
      {canSend && (
        <Button
          variant="default"
          loading={start.isPending || test?.state === 'waiting'}
          onClick={() => start.mutate()}
        >
          {t(`alerts.test.${channel}`)}
        </Button>
      )}
      <div role="status">{test && <Result {...{ test, channel }} />}</div>
    </div>
  )
}

const begin = (channel: Channel, params: { test_id: string }): Promise<AlertTest> =>
  channel === 'webhook'
    ? call(testAlertWebhook, { params })
    : call(testMyAlerts, { params, body: { channel } })

function Result({ test: { state, answer }, channel }: { test: AlertTest; channel: Channel }) {
  const { t } = useTexts('today')
  return (
    <p>
      {t(state === 'sent' ? `alerts.test.sent.${channel}` : `alerts.test.${state}`)}
      {answer && state !== 'late' && (
        <>
          {' '}
          <code>{answer}</code>
        </>
      )}
    </p>
  )
}
