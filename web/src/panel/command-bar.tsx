import { Kbd, Modal } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { IconKeyboard, IconSearch } from './icons.ts'
import { useGo } from './link.tsx'
import { pageActs } from './page-acts.ts'
import type { Command, NavItem } from './places.ts'
import { plain } from './plain.ts'

type CommandBarProps = {
  isOpen: boolean
  onClose: () => void
  pages: NavItem[]
  commands: Command[]
  /** Searches for a typed text, listed after the commands that match it. */
  searches?: ((typed: string) => Command[]) | undefined
  onKeys: () => void
}

/** A dialog in which pages and acts are found by typing (Ctrl K, ⌘ K or `/`). */
export function CommandBar({ isOpen, onClose, pages, commands, searches, onKeys }: CommandBarProps) {
  const { t } = useTexts('panel')
  const go = useGo()
  const all: Command[] = [
    ...pages.map(({ to, text, Icon, key }) => ({
      id: to,
      text,
      Icon,
      group: t('bar.pages'),
      hint: `g ${key}`,
      run: () => go(to),
    })),
    ...commands,
    { id: 'keys', text: t('keys.open'), Icon: IconKeyboard, group: t('bar.acts'), hint: '?', run: onKeys },
  ]
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      // As in the theme, which has a `Modal` in one piece.
      lockScroll={false}
      size="34rem"
      centered={false}
      yOffset="12vh"
      transitionProps={{ duration: 100 }}
    >
      <Modal.Overlay />
      <Modal.Content className="panel-command" aria-label={t('bar.label')}>
        <Finder commands={all} searches={searches} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

type FinderProps = Pick<CommandBarProps, 'searches' | 'onClose'> & { commands: Command[] }

function Finder({ commands, searches, onClose }: FinderProps) {
  const { t } = useTexts('panel')
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [here] = useState(() => pageActs(t('bar.here')))
  const found = [...foundBy([...here, ...commands], typed), ...(searches?.(typed) ?? [])]
  const chosen = found[Math.min(at, found.length - 1)]
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="panel-command-field">
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={chosen && `${list}-${chosen.id}`}
          aria-label={t('bar.label')}
          placeholder={t('bar.open')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onKeyDown={press}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
        />
      </div>
      <Results {...{ found, chosen, list, typed, run }} />
      <Foot />
    </>
  )
}

type ResultsProps = {
  found: Command[]
  chosen: Command | undefined
  list: string
  typed: string
  run: (command: Command) => void
}

function Results({ found, chosen, list, typed, run }: ResultsProps) {
  const { t } = useTexts('panel')
  return (
    <>
      <div className="panel-command-list" role="listbox" id={list} aria-label={t('bar.results')}>
        {found.map((command, index) => (
          <Line
            key={command.id}
            {...{ command, list, run }}
            isChosen={command === chosen}
            opensGroup={command.group !== found[index - 1]?.group}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className="panel-command-none" role="status">
          {t('bar.none', { text: typed })}
        </p>
      )}
    </>
  )
}

function Foot() {
  const { t } = useTexts('panel')
  return (
    <p className="panel-command-foot" aria-hidden>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('bar.hint')} <Kbd>Enter</Kbd> {t('bar.hintOpen')}
    </p>
  )
}

type LineProps = {
  command: Command
  list: string
  isChosen: boolean
  opensGroup: boolean
  run: (command: Command) => void
}

/** One result. The field keeps the focus, so the line itself hears no keys. */
function Line({ command, list, isChosen, opensGroup, run }: LineProps) {
  const { id, text, group, hint, Icon } = command
  return (
    <>
      {opensGroup && (
        <p className="panel-command-group" role="presentation">
          {group}
        </p>
      )}
      <div
        role="option"
        tabIndex={-1}
        id={`${list}-${id}`}
        aria-selected={isChosen}
        ref={(line) => void (isChosen && line?.scrollIntoView({ block: 'nearest' }))}
        onClick={() => run(command)}
        onKeyDown={() => {}}
      >
        <Icon size={18} aria-hidden />
        <span>{text}</span>
        {hint && <kbd>{hint}</kbd>}
      </div>
    </>
  )
}

/** Every typed word must begin a word of the line, without regard to accents and case. */
function foundBy(commands: Command[], typed: string): Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return commands.filter(({ text, group, isFoundOnly }) => {
    if (words.length === 0) return !isFoundOnly
    const parts = plain(`${text} ${group}`).split(/[\s/.-]+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}
