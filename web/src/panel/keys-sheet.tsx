import { Kbd, Modal } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { NavItem } from './frame.tsx'
import { useDialog } from './use-dialog.ts'

type KeysSheetProps = { isOpen: boolean; onClose: () => void; pages: Pick<NavItem, 'key' | 'text' | 'to'>[] }

/** The sheet of keys, opened with `?`. */
export function KeysSheet({ isOpen, onClose, pages }: KeysSheetProps) {
  const { t } = useTranslation('panel')
  const groups: { title: string; keys: [keys: string, text: string][] }[] = [
    {
      title: t('keys.everywhere'),
      keys: [
        ['/', t('keys.bar')],
        ['?', t('keys.sheet')],
        ...pages.map(({ key, text }): [string, string] => [`g ${key}`, text]),
      ],
    },
    {
      title: t('keys.lists'),
      keys: [
        ['j', t('keys.next')],
        ['k', t('keys.previous')],
        ['Enter', t('keys.enter')],
        ['f', t('keys.filter')],
      ],
    },
  ]
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('keys.title')} {...useDialog()}>
      {groups.map(({ title, keys }) => (
        <section key={title} className="panel-keys">
          <h3>{title}</h3>
          <dl>
            {keys.map(([typed, text]) => (
              <Fragment key={typed}>
                <dt>{text}</dt>
                <dd>
                  <KeyNames typed={typed} />
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}

function KeyNames({ typed }: { typed: string }) {
  const { t } = useTranslation('panel')
  const [first = '', second] = typed.split(' ')
  return (
    <>
      <Kbd>{first}</Kbd>
      {second && (
        <>
          {' '}
          <span>{t('keys.andThen')}</span> <Kbd>{second}</Kbd>
        </>
      )}
    </>
  )
}
