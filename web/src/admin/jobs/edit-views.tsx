import './edit-views.css'
import { ActionIcon, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeJobView, type JobView, listJobViews, orderJobViews } from '#contract/admin/job-views.ts'
import { call } from '../../kit/api.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { useDialog } from '../../panel/use-dialog.ts'
import { IconArrowDown, IconArrowUp } from '../icons.ts'
import { useMe } from '../session/me.ts'

type Named = Pick<JobView, 'view_id' | 'name' | 'shared'>

/** Views that the member may change: the own ones, and for an owner the shared ones. */
export function useOwnViews(): Named[] {
  const me = useMe()
  const views = useQuery(reading(listJobViews, {})).data?.views ?? []
  return views.filter(({ shared, mine }) => (shared ? me.role === 'owner' : mine))
}

/** Renames views and puts them in another order. */
export function EditViews() {
  const { t } = useTexts('jobs')
  const [{ views }, change] = useAddress()
  const own = useOwnViews()
  const close = () => change({ views: undefined }, { replace: true })
  const isOpen = views === 'edit' && own.length > 0
  return (
    <Modal opened={isOpen} onClose={close} title={t('views.editTitle')} {...useDialog()}>
      {isOpen && <EditForm views={own} onDone={close} />}
    </Modal>
  )
}

function EditForm({ views, onDone }: { views: Named[]; onDone: () => void }) {
  const { t } = useTexts('jobs')
  const [edited, setEdited] = useState(views)
  const save = useQuietAct({
    act: () => saveViews(views, edited),
    onDone: () => {
      notify({ text: t('views.edited') })
      onDone()
      return readAgain(listJobViews)
    },
  })
  const isEmpty = edited.some(({ name }) => !name.trim())
  const rename = (id: string, name: string) =>
    setEdited(edited.map((view) => (view.view_id === id ? { ...view, name } : view)))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) save.mutate()
      }}
    >
      <Stack>
        <Refusal error={save.error} />
        {edited.map((view, at) => (
          <OneRow
            key={view.view_id}
            view={view}
            place={at + 1}
            onName={(name) => rename(view.view_id, name)}
            onUp={at === 0 ? null : () => setEdited(swapped(edited, at - 1))}
            onDown={at === edited.length - 1 ? null : () => setEdited(swapped(edited, at))}
          />
        ))}
        <Button type="submit" loading={save.isPending} disabled={isEmpty}>
          {t('views.act')}
        </Button>
      </Stack>
    </form>
  )
}

type OneRowProps = {
  view: Named
  /** From 1. */
  place: number
  onName: (name: string) => void
  /** Null for the first. */
  onUp: (() => void) | null
  /** Null for the last. */
  onDown: (() => void) | null
}

function OneRow({ view: { name, shared }, place, onName, onUp, onDown }: OneRowProps) {
  const { t } = useTexts('jobs')
  const label = `${t('views.name')} ${place}${shared ? ` (${t('views.team')})` : ''}`
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        className="jobs-view-name"
        label={label}
        autoComplete="off"
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
        {...limitsOf(changeJobView.body, 'name')}
      />
      <Move text={t('views.up', { name })} onMove={onUp} Icon={IconArrowUp} />
      <Move text={t('views.down', { name })} onMove={onDown} Icon={IconArrowDown} />
    </Group>
  )
}

type MoveProps = { text: string; onMove: (() => void) | null; Icon: typeof IconArrowUp }

const Move = ({ text, onMove, Icon }: MoveProps) => (
  <ActionIcon variant="default" size={36} aria-label={text} disabled={!onMove} onClick={() => onMove?.()}>
    <Icon size={18} aria-hidden />
  </ActionIcon>
)

/** With the item at a place and the next one exchanged. */
const swapped = (views: Named[], at: number): Named[] =>
  views.flatMap((view, place) => {
    if (place === at) return views.slice(at + 1, at + 2)
    return place === at + 1 ? views.slice(at, at + 1) : [view]
  })

/** Sends the changes. Every request is idempotent. */
async function saveViews(before: Named[], edited: Named[]): Promise<void> {
  for (const { view_id, name } of edited) {
    if (before.some((view) => view.view_id === view_id && view.name === name.trim())) continue
    await call(changeJobView, { params: { view_id }, body: { name: name.trim() } })
  }
  const view_ids = edited.map(({ view_id }) => view_id)
  if (before.some(({ view_id }, at) => view_id !== view_ids[at]))
    await call(orderJobViews, { body: { view_ids } })
}
