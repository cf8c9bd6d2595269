import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { zipSync } from 'fflate'
import { parse } from 'smol-toml'

/**
 * The wheel (PEP 427) of the Python package in a folder. pip installs a wheel unchanged; for a source package it would
 * download the build backend from an index. Equal sources make equal bytes.
 *
 * @param wheel its file name, which has the version and the tag.
 */
export async function pythonWheel(folder: string, wheel: string): Promise<Uint8Array> {
  const [distribution, version = '', ...tag] = path.basename(wheel, '.whl').split('-')
  const info = `${distribution}-${version}.dist-info`
  const read = (name: string) => readFile(path.join(folder, name))
  const { project } = parse((await read('pyproject.toml')).toString()) as { project: Project }
  const files: Files = {}
  for (const name of globSync('dray/**/*.{py,typed}', { cwd: path.join(folder, 'src') }).sort())
    files[name] = await read(`src/${name}`)
  const readme = await read(project.readme)
  files[`${info}/METADATA`] = Buffer.concat([Buffer.from(`${metadata(project, version)}\n`), readme])
  files[`${info}/WHEEL`] = Buffer.from(lines([...wheelFields, `Tag: ${tag.join('-')}`]))
  for (const name of project['license-files']) files[`${info}/licenses/${name}`] = await read(name)
  files[`${info}/RECORD`] = Buffer.from(record(files, `${info}/RECORD`))
  return zipSync(files, { level: 9, mtime: packedAt })
}

/** Contents by path in the wheel. */
type Files = Record<string, Uint8Array>

type Project = { readme: string; 'license-files': string[] } & Record<string, string | string[]>

/** The fields of METADATA, from `[project]` in `pyproject.toml`. The README follows them as the description. */
function metadata(project: Project, version: string): string {
  const fields = Object.entries(project).flatMap(([field, value]) => {
    const name = metadataNames[field]
    if (name === undefined) throw new Error(`scripts/python-wheel.ts does not know the field ${field}`)
    if (name === null) return []
    const values = [value].flat()
    return (field === 'keywords' ? [values.join(',')] : values).map((each) => `${name}: ${each}`)
  })
  const described = 'Description-Content-Type: text/markdown'
  return lines(['Metadata-Version: 2.4', `Version: ${version}`, ...fields, described])
}

/** Names of the fields in METADATA; null for values that are written in another place. */
const metadataNames: Record<string, string | null> = {
  name: 'Name',
  dynamic: null,
  description: 'Summary',
  readme: null,
  license: 'License-Expression',
  'license-files': 'License-File',
  'requires-python': 'Requires-Python',
  dependencies: 'Requires-Dist',
  keywords: 'Keywords',
  classifiers: 'Classifier',
}

const wheelFields = ['Wheel-Version: 1.0', 'Generator: dray', 'Root-Is-Purelib: true']

/** Hash and size of each file. The RECORD itself has neither. */
function record(files: Files, itself: string): string {
  const rows = Object.entries(files).map(([name, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url')
    return `${name},sha256=${hash},${content.length}`
  })
  return lines([...rows, `${itself},,`])
}

const lines = (all: string[]): string => all.map((line) => `${line}\n`).join('')

/** In local time, because a zip stores local times without a zone. Zips have no times before 1980. */
const packedAt = new Date(1985, 9, 26, 8, 15)
