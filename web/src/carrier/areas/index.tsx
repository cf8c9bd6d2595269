import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FeedArea, listFeedAreas, maxAreas } from '#contract/app/feed.ts'
import { distance } from '../../kit/distance.ts'
import { IconPlus } from '../../kit/icons.ts'
import { reading } from '../../kit/query-client.ts'
import { Empty, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed } from '../carrier-failed.tsx'
import { IconMapSearch } from '../icons.ts'
import { AreaForm } from './area-form.tsx'
import '../feed/search.css'

/** The areas that the carrier saves besides the base. */
export function Areas() {
  const { t } = useTexts('carrier')
  const { data, error, refetch } = useQuery(reading(listFeedAreas, {}))
  return (
    <AreaShell title={t('areas.title')} back="/carrier">
      {data ? (
        <Known areas={data.areas} />
      ) : error ? (
        <CarrierFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={2} />
      )}
    </AreaShell>
  )
}

function Known({ areas }: { areas: FeedArea[] }) {
  const { t } = useTexts('carrier')
  // Kept while the dialog closes: an area that was just deleted is not in the list.
  const [open, setOpen] = useState<{ area: FeedArea | null; isOpen: boolean }>({ area: null, isOpen: false })
  const closeButton = useCloseButton()
  const close = () => setOpen({ ...open, isOpen: false })
  const isFull = areas.length >= maxAreas
  const add = (
    <Button
      disabled={isFull}
      leftSection={<IconPlus size={20} aria-hidden />}
      onClick={() => setOpen({ area: null, isOpen: true })}
    >
      {t('areas.add')}
    </Button>
  )
  return (
    <>
      {areas.length === 0 ? (
        <Empty
          icon={<IconMapSearch size={48} aria-hidden />}
          title={t('areas.noneTitle')}
          text={t('areas.noneText')}
          action={add}
        />
      ) : (
        <Stack>
          <Text>{t('areas.lead', { max: maxAreas })}</Text>
          <ul className="carrier-list">
            {areas.map((area) => (
              <li key={area.area_id}>
                <AreaCard area={area} onOpen={() => setOpen({ area, isOpen: true })} />
              </li>
            ))}
          </ul>
          {isFull && <Text>{t('areas.full', { max: maxAreas })}</Text>}
          {add}
        </Stack>
      )}
      <Modal
        opened={open.isOpen}
        onClose={close}
        title={open.area ? t('areas.editTitle') : t('areas.newTitle')}
        closeButtonProps={closeButton}
      >
        <AreaForm area={open.area} onClose={close} />
      </Modal>
    </>
  )
}

function AreaCard({ area, onOpen }: { area: FeedArea; onOpen: () => void }) {
  const { t } = useTexts(['carrier', 'kit'])
  const radius = distance(area.radius_km)
  const place = area.place ?? area.address
  return (
    <div className="dray-card carrier-area">
      <div>
        <Text fw={650}>{area.name}</Text>
        <Text size="sm" c="dimmed">
          {place ? t('areas.within', { radius, place }) : t('areas.withinHere', { radius })}
        </Text>
        <Text size="sm" c="dimmed">
          {area.alerts ? t('areas.alertsOn') : t('areas.alertsOff')}
        </Text>
      </div>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('areas.edit', { name: area.name })}
        onClick={onOpen}
      >
        {t('areas.change')}
      </Button>
    </div>
  )
}
