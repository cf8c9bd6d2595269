import type { Command, Help, Option } from 'commander'
import { program } from '../server/cli/program.ts'

/** Text of `docs/commands.md`: what `--help` prints for each command, as Markdown. */
export async function commandsPage(): Promise<string> {
  const dray = await program()
  const help = dray.createHelp()
  const groups = dray.commands.map((command) => group(command, help))
  return `${[intro, optionList(dray, help), ...groups].join('\n\n')}\n`
}

function group(command: Command, help: Help): string {
  const lead = command.commands.length > 0 ? [sentence(command.description())] : []
  const entries = leavesOf(command).map((leaf) => entry(leaf, help))
  return [`## ${command.name()}`, ...lead, ...entries].join('\n\n')
}

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)

function entry(command: Command, help: Help): string {
  const usage = help.commandUsage(command).replace(' [options]', '')
  const text = `\`${usage}\`\\\n${sentence(command.description())}`
  const options = optionList(command, help)
  return options ? `${text}\n\n${options}` : text
}

const optionList = (command: Command, help: Help): string =>
  command.options
    .filter(({ long, hidden }) => long !== '--json' && !hidden)
    .map(
      (option) => `- \`${option.flags}\`${option.mandatory ? ' (required)' : ''}: ${explained(option, help)}`,
    )
    .join('\n')

/** A flag is off by default; `(default: false)` would only repeat that. */
const explained = (option: Option, help: Help): string =>
  help.optionDescription(option).replace(/ \(default: false\)$/, '')

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const intro = `# Commands

Made from the help of the commands by \`npm run gen\`. \`dray\` stands for \`npm run --silent dray --\`, in the folder of the
checkout: \`npm run --silent dray -- job list\`. All but \`restore\` work beside a running server, and all but the first three take
\`--json\`, which prints one JSON value and nothing else. Which command is for which situation:
[operating.md](operating.md).

For all commands:`
