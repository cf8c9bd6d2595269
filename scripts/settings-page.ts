import { allSettings, type Setting, type SettingGroup } from '../server/config/all-settings.ts'
import { recordedNames } from '../server/config/recorded-settings.ts'
import { texts } from '../server/texts/index.ts'

/** Returns `docs/operating.md` with the tables of settings between their markers. */
export function withSettings(page: string): string {
  const tables = allSettings(texts.en).map(table).join('\n\n')
  const recorded = `${recordedNames.map((name) => `\`${name}\``).join(', ')}.`
  return between(between(page, 'settings', tables), 'recorded', recorded)
}

/** Replaces the text between two markers of a page. */
export function between(page: string, marker: string, text: string): string {
  const [, before = '', after = ''] =
    new RegExp(`^([^]*<!-- ${marker}: .*? -->\n)[^]*?(<!-- end -->[^]*)$`).exec(page) ?? []
  if (!after) throw new Error(`docs/operating.md has no marker of ${marker}`)
  return `${before}\n${text}\n\n${after}`
}

function table({ title, settings }: SettingGroup): string {
  const lines = settings.map(
    (setting) => `| \`${setting.name}\` | ${shownDefault(setting)} | ${meaning(setting)} |`,
  )
  return [`**${title}**`, '', '| variable | default | meaning |', '|---|---|---|', ...lines].join('\n')
}

const shownDefault = ({ derived, default: fallback, isRequired }: Setting): string =>
  derived ?? fallback?.replaceAll('*', '\\*') ?? (isRequired ? 'required' : 'none')

function meaning({ description, range, isSecret }: Setting): string {
  const facts = [...(range ? [range] : []), ...(isSecret ? ['secret'] : [])]
  return facts.length > 0 ? `${description} (${facts.join('; ')})` : description
}

/** Text of `.env.example`: every setting, commented out, with its default. */
export function envExample(): string {
  const groups = allSettings(texts.en).map(({ title, settings }) => {
    // A settings file cannot name itself.
    const wanted = settings.filter(({ name }) => name !== 'DRAY_SETTINGS')
    return `# ${plain(title)}\n\n${wanted.map(example).join('\n\n')}`
  })
  return `${[intro, ...groups].join('\n\n\n')}\n`
}

function example(setting: Setting): string {
  const { name, derived, isRequired } = setting
  const fallback = isRequired ? 'required' : derived && `default: ${derived}`
  return `# ${plain(meaning(setting))}${fallback ? plain(` (${fallback})`) : ''}\n#${name}=${setting.default ?? ''}`
}

/** Without the Markdown of the table: code marks and links. */
const plain = (text: string): string =>
  text
    .replaceAll('`', '')
    .replaceAll('\\', '')
    .replaceAll(/\[([^\]]+)\]\(#[^)]*\)/g, '"$1" in docs/operating.md')

const intro = `# Settings of Dray. Made from their declarations by \`npm run gen\`.
# Copy this file to data/settings.env (or name the copy with DRAY_SETTINGS), remove the # of the lines to set, and give it
# mode 0640. A variable of the environment wins over its line. A secret, and an address with a password, can be in a separate
# file, which NAME_FILE names. docs/operating.md explains more under "Settings".`
