import { Command } from 'commander'
import { drayVersion } from '../lib/version.ts'
import { addCommands } from './command-groups.ts'

/** The commands of `dray` that these words need. Without words: all commands. */
export async function program(words: string[] = []): Promise<Command> {
  const dray = new Command('dray')
    .description('Self-hosted delivery and moving marketplace')
    .version(drayVersion(), '--version', 'print the version')
    .option(
      '--as <name>',
      'who runs the command, for the audit log (default: DRAY_ACTOR, or the system user)',
    )
    .addHelpText('after', helpFooter)
    // `--as` sets `DRAY_ACTOR` for one command, so commands only have to read the variable.
    .hook('preAction', (command) => {
      const { as } = command.opts<{ as?: string }>()
      if (as !== undefined) process.env.DRAY_ACTOR = as
    })
  await addCommands(dray, words)
  pointToOwnHelp(dray, 'dray')
  return dray
}

/** The error for an unknown command names the help that lists the options or subcommands. */
function pointToOwnHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(${path} --help explains it)`)
  for (const child of command.commands) pointToOwnHelp(child, `${path} ${child.name()}`)
}

const helpFooter = `
"dray" stands for "npm run --silent dray --", in the folder of the checkout:
  npm run --silent dray -- job list
Each command explains itself: dray job --help, dray job cancel --help.
docs/operating.md tells which command is for which situation.`
