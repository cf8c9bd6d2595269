import { parseArgs } from 'node:util'
import type { Options } from './bench.ts'

/** Reads the names of parts and the options. Environment variables of single parts are beside these parts. */
export function readOptions(args: string[]): { names: string[]; options: Options } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '1,10,50' },
      keys: { type: 'string', default: '200' },
      requests: { type: 'string', default: '0' },
      profile: { type: 'boolean', default: false },
    },
  })
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: values.connections.split(',').map(Number),
    keys: Number(values.keys),
    requests: Number(values.requests),
    profile: values.profile,
  }
  return { names: positionals, options }
}
