import { ActionIcon, Drawer, Kbd } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ComponentType, ReactNode } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { type Command, CommandBar } from './command-bar.tsx'
import { IconKeyboard, IconMenu2, IconSearch } from './icons.ts'
import { KeysSheet } from './keys-sheet.tsx'
import { PanelLink, useGo } from './link.tsx'
import { modKey } from './mod-key.ts'
import { moveInList } from './move-in-list.ts'
import { useDialog } from './use-dialog.ts'
import { useKeys } from './use-keys.ts'

/** One page in the navigation. */
export type NavItem = {
  to: string
  text: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  /** The second key after `g`. */
  key: string
  /** Marked only at exactly this URL, not below it. */
  isExact?: boolean
}
export type NavGroup = {
  title: string
  items: NavItem[]
  /** Pages outside the panel, which open beside it. */
  links?: (Pick<NavItem, 'text' | 'Icon'> & { href: string })[]
}

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
  const [bar, openBar] = useDisclosure()
  const [sheet, openSheet] = useDisclosure()
  const [menu, openMenu] = useDisclosure()
  const dialog = useDialog()
  const pages = groups.flatMap(({ items }) => items)
  useFrameKeys({ pages, openBar: openBar.open, openSheet: openSheet.open })
  const nav = <Navigation {...{ name, navLabel, groups, account }} onFollowed={openMenu.close} />
  return (
    <div className="panel-frame">
      <a className="dray-skip" href="#main">
        {t('skip')}
      </a>
      <div className="panel-side">{nav}</div>
      <Drawer
        opened={menu}
        onClose={openMenu.close}
        position="left"
        size="17rem"
        title={t('menu')}
        {...dialog}
      >
        <div className="panel-side-drawer">{nav}</div>
      </Drawer>
      <div className="panel-body">
        <Bar onMenu={openMenu.open} onSearch={openBar.open} onKeys={openSheet.open} />
        {banner}
        <main className="panel-main" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <CommandBar
        isOpen={bar}
        onClose={openBar.close}
        pages={pages}
        commands={commands}
        searches={searches}
        onKeys={openSheet.open}
      />
      <KeysSheet isOpen={sheet} onClose={openSheet.close} pages={pages} />
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
