import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Device, endDevice, endOtherDevices, listDevices } from '#contract/app/account.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain, reading } from '../../kit/query-client.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { fromNow } from '../../kit/when.ts'
import { PartFailed } from '../../shared/part-failed.tsx'
import { Section } from '../../shared/section.tsx'

/** The account's sessions, each of which can be ended. */
export function DevicesSection() {
  const { t } = useTexts('account')
  const { data, error, refetch } = useQuery(reading(listDevices, {}))
  const endOthers = useEnding(() => call(endOtherDevices, {}))
  const devices = data?.devices ?? []
  return (
    <Section title={t('devices')}>
      <Stack gap="sm">
        {error && !data && <PartFailed error={error} onRetry={() => void refetch()} />}
        {devices.map((device) => (
          <OneDevice key={device.session_id} device={device} />
        ))}
        {devices.length > 1 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('endOthers')}
          </Button>
        )}
      </Stack>
    </Section>
  )
}

function OneDevice({ device }: { device: Device }) {
  const { t } = useTexts('account')
  const { session_id } = device
  const end = useEnding(() => call(endDevice, { params: { session_id } }))
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={600}>{device.device}</Text>
        <Text size="sm" c="dimmed">
          {device.current ? t('thisDevice') : t('lastSeen', { when: fromNow(device.last_seen_at) })}
        </Text>
      </div>
      {!device.current && (
        <Button
          variant="default"
          aria-label={t('endDeviceNamed', { device: device.device })}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('endDevice')}
        </Button>
      )}
    </Group>
  )
}

/** Ends sessions by `end`, and shows the outcome. */
function useEnding(end: () => Promise<unknown>) {
  const { t } = useTexts('account')
  const errorText = useErrorText()
  return useMutation({
    mutationFn: end,
    onSuccess: () => {
      notify({ text: t('ended') })
      return readAgain(listDevices)
    },
    onError: (error) => notify({ text: errorText(error), kind: 'bad' }),
  })
}
