import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

/** The texts of a PDF in their order, read without the code that wrote it: the file's own offsets lead to the objects. */
export function pdfTexts(file: Buffer): string[] {
  const text = file.toString('latin1')
  assert.match(text, /^%PDF-1\.\d\n/)
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const [, rows = ''] =
    /^xref\n0 \d+\n([\s\S]*?)trailer/.exec(text.slice(start)) ?? assert.fail('no table of offsets')
  const offsets = [...rows.matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset))
  assert.ok(offsets.length > 0)
  return offsets.flatMap((offset, index) => {
    const object = text.slice(offset)
    assert.ok(object.startsWith(`${index + 1} 0 obj\n`), `object ${index + 1} is at its offset`)
    const [, length] = /^\d+ 0 obj\n<< \/Length (\d+) /.exec(object) ?? []
    return length === undefined ? [] : shownBy(streamOf(object, Number(length)))
  })
}

function streamOf(object: string, length: number): string {
  const begin = object.indexOf('stream\n') + 'stream\n'.length
  assert.equal(object.slice(begin + length, begin + length + 10), '\nendstream')
  return inflateSync(Buffer.from(object.slice(begin, begin + length), 'latin1')).toString('latin1')
}

/** WinAnsi is Windows-1252. */
const shownBy = (commands: string): string[] =>
  [...commands.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, quoted = '']) =>
    new TextDecoder('windows-1252').decode(Buffer.from(quoted.replaceAll(/\\(.)/g, '$1'), 'latin1')),
  )
