import { Modal, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { languages } from '#contract/vocabulary.ts'
import type { OperationForm } from '../../kit/form.ts'
import { languageNames, panelLanguage } from '../../kit/language.ts'
import { limitsOf } from '../../kit/limits.ts'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActForm } from '../../panel/act-form.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { HandOver, type Link } from '../hand-over.tsx'
import { RoleField } from './role-field.tsx'
import { type NewPerson, useTeam } from './team.ts'

type InviteDialogProps = { isOpen: boolean; onClose: () => void }

type Values = NewPerson & { reason: string }

/** Invites a person: name, role and language, then the link, which is shown once. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const { t } = useTexts('member')
  const [made, setMade] = useState<{ name: string; link: Link } | null>(null)
  const { acts, bodies, changed, usualRole, usualLanguage = panelLanguage() } = useTeam()
  const initial: Values = { name: '', role: usualRole, language: usualLanguage, reason: '' }
  const close = () => {
    onClose()
    setMade(null)
  }
  const invite = async ({ reason, ...person }: Values) => {
    if (!acts) return
    const link = await acts.invite(person, reason)
    setMade({ name: person.name.trim(), link })
    void readAgain(...changed)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      // A click beside the dialog must not lose the link.
      closeOnClickOutside={made === null}
      title={t(made ? 'team.linkTitle' : 'team.invite')}
      {...useDialog()}
    >
      {made ? (
        <HandOver {...made} onDone={close} />
      ) : (
        <ActForm
          act={t('team.inviteAct')}
          body={bodies.invite}
          initial={initial}
          send={invite}
          onBack={close}
          renderFields={(form) => <InviteFields form={form} />}
        />
      )}
    </Modal>
  )
}

function InviteFields({ form }: { form: OperationForm<Values> }) {
  const { t } = useTexts('member')
  const { bodies } = useTeam()
  return (
    <>
      <TextInput
        data-autofocus
        label={t('team.name')}
        description={t('team.nameHelp')}
        autoComplete="off"
        {...limitsOf(bodies.invite, 'name')}
        {...form.getInputProps('name')}
      />
      <RoleField label={t('team.role')} {...form.getInputProps('role')} />
      <NativeSelect
        label={t('team.language')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.getInputProps('language')}
      />
    </>
  )
}
