import { Kbd, Modal } from '@mantine/core'
import { Fragment } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { modKey } from './mod-key.ts'
import { pageKeys } from './page-keys.ts'
import type { NavItem } from './places.ts'
import { useDialog } from './use-dialog.ts'

type KeysSheetProps = { isOpen: boolean; onClose: () => void; pages: Pick<NavItem, 'key' | 'text' | 'to'>[] }

/** The sheet of keys, opened with `?`. */
export function KeysSheet({ isOpen, onClose, pages }: KeysSheetProps) {
  const { t } = useTexts('panel')
  // The page is beneath the sheet and does not change while the sheet is open.
  const own = isOpen ? pageKeys() : []
  const groups: { title: string; keys: [keys: string, text: string][] }[] = [
    ...(own.length > 0 ? [{ title: t('keys.page'), keys: own }] : []),
    {
      title: t('keys.everywhere'),
      keys: [
        [`${modKey} K`, t('keys.bar')],
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
  const { t } = useTexts('panel')
  const [first = '', second] = typed.split(' ')
  if (first === modKey)
    return (
      <Kbd>
        {first} {second}
      </Kbd>
    )
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
