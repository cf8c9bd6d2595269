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
      jobs: { type: 'string', default: '10000,1000000' },
      'many-keys': { type: 'string', default: '10,1000,100000' },
      lives: { type: 'string', default: '60' },
      minutes: { type: 'string', default: '10' },
      profile: { type: 'boolean', default: false },
    },
  })
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: numbers(values.connections),
    jobs: numbers(values.jobs),
    manyKeys: numbers(values['many-keys']),
    minutes: Number(values.minutes),
    lives: Number(values.lives),
    keys: Number(values.keys),
    requests: Number(values.requests),
    profile: values.profile,
  }
  return { names: positionals, options }
}

const numbers = (text: string): number[] => text.split(',').map(Number)
