import { ActionIcon, Drawer, Kbd } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { CommandBar } from './command-bar.tsx'
import { IconKeyboard, IconMenu2, IconSearch } from './icons.ts'
import { KeysSheet } from './keys-sheet.tsx'
import { PanelLink, useGo } from './link.tsx'
import { modKey } from './mod-key.ts'
import { moveInList } from './move-in-list.ts'
import type { Command, NavGroup, NavItem } from './places.ts'
import { useDialog } from './use-dialog.ts'
import { useKeys } from './use-keys.ts'

type FrameProps = {
  /** Beside the name of the service. */
  name: string
  navLabel: string
  groups: NavGroup[]
  /** What the command bar offers beside the pages. */
  commands: Command[]
  searches?: (typed: string) => Command[]
  /** At the end of the navigation: who is signed in. */
  account: ReactNode
  /** Above every page: what is unusual about this visit. */
  banner?: ReactNode
  children: ReactNode
}

/** Layout of every page of a panel: navigation at the left, on a phone behind a button, and a bar above the page. */
export function Frame({ name, navLabel, groups, commands, searches, account, banner, children }: FrameProps) {
  const { t } = useTexts('panel')
  const [isBarOpen, bar] = useDisclosure()
  const [isSheetOpen, sheet] = useDisclosure()
  const [isMenuOpen, menu] = useDisclosure()
  const dialog = useDialog()
  const pages = groups.flatMap(({ items }) => items)
  useFrameKeys({ pages, openBar: bar.open, openSheet: sheet.open })
  const nav = <Navigation {...{ name, navLabel, groups, account }} onFollowed={menu.close} />
  return (
    <div className="panel-frame">
      <a className="dray-skip" href="#main">
        {t('skip')}
      </a>
      <div className="panel-side">{nav}</div>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        position="left"
        size="17rem"
        title={t('menu')}
        {...dialog}
      >
        <div className="panel-side-drawer">{nav}</div>
      </Drawer>
      <div className="panel-body">
        <Bar onMenu={menu.open} onSearch={bar.open} onKeys={sheet.open} />
        {banner}
        <main className="panel-main" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <CommandBar
        isOpen={isBarOpen}
        onClose={bar.close}
        pages={pages}
        commands={commands}
        searches={searches}
        onKeys={sheet.open}
      />
      <KeysSheet isOpen={isSheetOpen} onClose={sheet.close} pages={pages} />
    </div>
  )
}

type Opens = { pages: NavItem[]; openBar: () => void; openSheet: () => void }

function useFrameKeys({ pages, openBar, openSheet }: Opens): void {
  const go = useGo()
  useKeys({
    ...Object.fromEntries(pages.map(({ to, key }) => [`g ${key}`, () => go(to)])),
    'mod+k': openBar,
    '/': openBar,
    '?': openSheet,
    j: () => moveInList(1),
    k: () => moveInList(-1),
    f: () => document.querySelector<HTMLElement>('[data-filters] input, [data-filters] select')?.focus(),
  })
}

type BarProps = Record<'onMenu' | 'onSearch' | 'onKeys', () => void>

/** The bar above the page. */
function Bar({ onMenu, onSearch, onKeys }: BarProps) {
  const { t } = useTexts('panel')
  return (
    <header className="panel-bar">
      <ActionIcon className="panel-burger" aria-label={t('openMenu')} color="gray" onClick={onMenu}>
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <button type="button" className="panel-search" onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span>{t('bar.open')}</span>
        <Kbd aria-hidden>{modKey} K</Kbd>
      </button>
      <ActionIcon className="panel-desk-only" color="gray" aria-label={t('keys.open')} onClick={onKeys}>
        <IconKeyboard size={20} aria-hidden />
      </ActionIcon>
    </header>
  )
}

type NavigationProps = Pick<FrameProps, 'name' | 'navLabel' | 'groups' | 'account'> & {
  onFollowed: () => void
}

function Navigation({ name, navLabel, groups, account, onFollowed }: NavigationProps) {
  return (
    <>
      <p className="panel-brand">
        <img src="/app/icons/mark.svg" width={28} height={28} alt="" />
        Dray <span>{name}</span>
      </p>
      <nav className="panel-nav" aria-label={navLabel}>
        {groups.map(({ title, items, links = [] }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {items.map(({ to, text, Icon, isExact }) => (
                <li key={to}>
                  <PanelLink to={to} isExact={isExact ?? false} onClick={onFollowed}>
                    <Icon size={18} aria-hidden />
                    {text}
                  </PanelLink>
                </li>
              ))}
              {links.map(({ href, text, Icon }) => (
                <li key={href}>
                  <a href={href} target="_blank" rel="noreferrer">
                    <Icon size={18} aria-hidden />
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div>{account}</div>
    </>
  )
}
