import path from 'node:path'
import { aligned } from '../calls/table.ts'
import { type CpuProfile, type Frame, type SelfTime, selfTimes } from './cpu-profile.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** The shares of a profile, in microseconds for each of `count` requests: by package and folder, and by function. */
export function sharesOf(profile: CpuProfile, count: number): string {
  const times = selfTimes(profile)
  const total = sum(times)
  const row = (name: string, micros: number) => [
    name,
    (micros / count).toFixed(2),
    `${((micros / total) * 100).toFixed(1)} %`,
  ]
  const groups = [...Map.groupBy(times, groupOf)].map(([name, of]): [string, number] => [name, sum(of)])
  const functions = [...Map.groupBy(times, nameOf)].map(([name, of]): [string, number] => [name, sum(of)])
  const table = (title: string, parts: [string, number][], length: number) =>
    aligned([[title, 'µs', 'share'], ...largest(parts, length).map(([name, micros]) => row(name, micros))])
  return [
    `${(total / count).toFixed(1)} µs of busy time for each of ${count.toLocaleString('en')}`,
    table('package or folder', groups, 30),
    table('function, itself', functions, 40),
  ].join('\n\n')
}

const sum = (times: SelfTime[]): number => times.reduce((all, { micros }) => all + micros, 0)

const largest = (parts: [string, number][], count: number) =>
  parts.toSorted(([, a], [, b]) => b - a).slice(0, count)

/** A package, a folder of the checkout, a module of Node, or a native function with the package that called it. */
function groupOf({ frame, owner }: SelfTime): string {
  const { functionName, url } = frame
  if (url.startsWith('node:')) return url
  if (url !== '') return folderOf(frame)
  // `(garbage collector)`, `(program)`
  if (functionName.startsWith('(')) return functionName
  return owner ? `native code called by ${folderOf(owner)}` : 'native code'
}

function folderOf({ url }: Frame): string {
  const inPackage = url.lastIndexOf('/node_modules/')
  if (inPackage >= 0) {
    const [scope = '', name = ''] = url.slice(inPackage + '/node_modules/'.length).split('/')
    return scope.startsWith('@') ? `${scope}/${name}` : scope
  }
  return shortened(url).split('/').slice(0, 2).join('/')
}

const shortened = (url: string): string => {
  const file = url.replace('file://', '')
  const inPackage = file.lastIndexOf('/node_modules/')
  return inPackage >= 0 ? file.slice(inPackage + '/node_modules/'.length) : path.relative(root, file)
}

function nameOf({ frame: { functionName, url, lineNumber }, owner }: SelfTime): string {
  const name = functionName || '(anonymous)'
  if (url !== '') return `${name} ${url.startsWith('node:') ? url : shortened(url)}:${lineNumber + 1}`
  return owner && !name.startsWith('(') ? `${name} (native) from ${folderOf(owner)}` : name
}
