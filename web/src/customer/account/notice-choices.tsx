import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type MyNotices, readMyNotices, switchMyNotice } from '#contract/app/notices.ts'
import { call, type Input } from '../../kit/api.ts'
import { queryClient, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'

type Choice = MyNotices['notices'][number]
type Switch = Input<typeof switchMyNotice>['body']

/** Which notices come over which channel. What is about money is always sent, and not listed. */
export function NoticeChoices() {
  const { t } = useTexts('account')
  const { data } = useQuery(reading(readMyNotices, {}))
  const flip = useMutation({
    mutationFn: (body: Switch) => call(switchMyNotice, { body }),
    onSuccess: (changed) => queryClient.setQueryData(reading(readMyNotices, {}).queryKey, changed),
  })
  if (!data || data.notices.length === 0) return null
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t('notices.text')}</Text>
      <Refused error={flip.error} />
      {data.notices.map((choice) => (
        <OneNotice
          key={choice.kind}
          choice={choice}
          isBusy={flip.isPending}
          onFlip={(change) => flip.mutate({ kind: choice.kind, ...change })}
        />
      ))}
    </Stack>
  )
}

type OneProps = { choice: Choice; isBusy: boolean; onFlip: (change: Omit<Switch, 'kind'>) => void }

function OneNotice({ choice: { kind, channels }, isBusy, onFlip }: OneProps) {
  const { t, find } = useTexts('account')
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <Text id={id}>{find(`notices.kinds.${kind}`)}</Text>
      <Group gap="lg" mt={4}>
        {channels.map(({ channel, on }) => (
          <Checkbox
            key={channel}
            label={t(`notices.channels.${channel}`)}
            checked={on}
            disabled={isBusy}
            onChange={({ currentTarget: { checked } }) => onFlip({ channel, on: checked })}
          />
        ))}
      </Group>
    </div>
  )
}
