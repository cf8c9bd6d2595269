import { Modal, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TObject } from 'typebox'
import { languages } from '#contract/vocabulary.ts'
import type { OperationForm } from '../../kit/form.ts'
import { currentLanguage, languageNames } from '../../kit/language.ts'
import { limitsOf } from '../../kit/limits.ts'
import { readAgain } from '../../kit/query-client.ts'
import { HandOver, type Link } from '../../member/hand-over.tsx'
import { ActForm } from '../../panel/act-dialog.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { RoleField } from './role-field.tsx'
import { type NewPerson, useTeam } from './team.ts'

type InviteDialogProps = {
  /** The request body of the operation. */
  body: TObject
  isOpen: boolean
  onClose: () => void
}

type Values = NewPerson & { reason: string }

/** Invites a person: name, role and language, then the link, which is shown once. */
export function InviteDialog({ body, isOpen, onClose }: InviteDialogProps) {
  const { t } = useTranslation('partners')
  const [made, setMade] = useState<{ name: string; link: Link } | null>(null)
  const { acts, changed } = useTeam()
  const initial: Values = {
    name: '',
    role: 'developer',
    language: currentLanguage(),
    reason: '',
  }
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
      title={t(made ? 'people.linkTitle' : 'people.invite')}
      {...useDialog()}
    >
      {made ? (
        <HandOver {...made} onDone={close} />
      ) : (
        <ActForm
          act={t('people.inviteAct')}
          body={body}
          initial={initial}
          send={invite}
          renderFields={(form) => <InviteFields body={body} form={form} />}
        />
      )}
    </Modal>
  )
}

function InviteFields({ body, form }: { body: TObject; form: OperationForm<Values> }) {
  const { t } = useTranslation('partners')
  return (
    <>
      <TextInput
        data-autofocus
        label={t('people.name')}
        description={t('people.nameHelp')}
        autoComplete="off"
        {...limitsOf(body, 'name')}
        {...form.getInputProps('name')}
      />
      <RoleField label={t('people.role')} {...form.getInputProps('role')} />
      <NativeSelect
        label={t('people.language')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.getInputProps('language')}
      />
    </>
  )
}
