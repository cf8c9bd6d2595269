import { deflateSync } from 'node:zlib'
import { imageObject, type Jpeg } from './jpeg.ts'
import { textWidth } from './widths.ts'
import { winAnsiBytes } from './win-ansi.ts'

export type PdfText = {
  text: string
  /** Points from the left margin; by default 0. */
  x?: number
  /** With `right` the text ends at `x`. */
  align?: 'left' | 'right'
  /** In points; by default 10. */
  size?: number
  isBold?: boolean
  /** A longer text goes on in the next line. By default up to the right margin. */
  width?: number
}

/** `gap`: points above the line. `ruled`: with a rule below. `picture`: below the texts, reduced to fit. */
export type PdfLine = { texts: PdfText[]; gap?: number; ruled?: boolean; picture?: Jpeg }

export type PdfDocument = { title: string; author: string; language: string; lines: PdfLine[] }

/** A4 in points. */
const page = { width: 595, height: 842, margin: 56 }
const contentWidth = page.width - 2 * page.margin
const defaultSize = 10
const leading = 1.4
const highestPicture = 320

/** The bytes of a PDF with these lines, on as many pages as they need. */
export function writePdf({ title, author, language, lines }: PdfDocument): Buffer {
  const pages = paginate(lines).map((commands) => stream(commands.join('\n')))
  const firstPage = 6
  const pageIds = pages.map((_, index) => firstPage + index * 2)
  const pictures = lines.flatMap(({ picture }) => picture ?? [])
  const names = pictures.map((_, index) => `/I${index} ${firstPage + pages.length * 2 + index} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${language.replaceAll(/[^A-Za-z-]/g, '')}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${unicode(title)} /Author ${unicode(author)} >>`,
    ...pages.flatMap((content, index) => [pageObject(firstPage + index * 2 + 1, names), content]),
    ...pictures.map(imageObject),
  ]
  return assemble(objects)
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

const pageObject = (contentId: number, pictures: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents ${contentId} 0 R
/Resources << /Font << /F1 3 0 R /F2 4 0 R >>${pictures && ` /XObject << ${pictures} >>`} >> >>`

/** Compressed drawing commands, each byte a character of Latin-1. */
function stream(commands: string): string {
  const data = deflateSync(Buffer.from(commands, 'latin1')).toString('latin1')
  return `<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n${data}\nendstream`
}

/** Metadata may have any letter: UTF-16 with its mark, in hexadecimal. */
const unicode = (text: string) =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`

/** The objects, numbered from 1, and the table of their offsets. */
function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.4\n%âãÏÓ\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** The drawing commands of each page. */
function paginate(lines: PdfLine[]): string[][] {
  const pages: string[][] = [[]]
  let y = page.height - page.margin
  let drawn = 0
  for (const { texts, gap = 0, ruled = false, picture } of lines) {
    const columns = texts.map((text) => ({ ...text, rows: wrap(text) }))
    const textHeight = Math.max(
      ...columns.map(({ rows, size = defaultSize }) => rows.length * size * leading),
    )
    const shown = picture && fitted(picture)
    const height = textHeight + (shown?.height ?? 0)
    if (y - gap - height < page.margin) {
      pages.push([])
      y = page.height - page.margin
    } else y -= gap
    const commands = columns.flatMap((column) => draw(column, y))
    y -= height
    if (shown)
      commands.push(
        `q ${shown.width} 0 0 ${shown.height} ${page.margin} ${y.toFixed(2)} cm /I${drawn++} Do Q`,
      )
    if (ruled) commands.push(`0.5 w ${page.margin} ${y} m ${page.width - page.margin} ${y} l S`)
    pages.at(-1)?.push(...commands)
  }
  return pages
}

function fitted({ width, height }: Jpeg): { width: number; height: number } {
  const scale = Math.min(1, contentWidth / width, highestPicture / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function draw(column: PdfText & { rows: string[] }, top: number): string[] {
  const { rows, x = 0, align = 'left', size = defaultSize, isBold = false } = column
  return rows.map((row, index) => {
    const start = align === 'right' ? x - textWidth(row, size, isBold) : x
    const baseline = top - size - index * size * leading
    const place = `${(page.margin + start).toFixed(2)} ${baseline.toFixed(2)}`
    return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${place} Td ${quoted(row)} Tj ET`
  })
}

/** A string of PDF: in parentheses, which are escaped in it like the backslash. */
const quoted = (text: string): string =>
  `(${Buffer.from(winAnsiBytes(text))
    .toString('latin1')
    .replaceAll(/[\\()]/g, '\\$&')})`

function wrap({ text, x = 0, align, size = defaultSize, isBold, width }: PdfText): string[] {
  const limit = width ?? (align === 'right' ? x : contentWidth - x)
  const fits = (row: string) => textWidth(row, size, isBold) <= limit
  const rows: string[] = []
  let row = ''
  for (const word of text.split(/\s+/).flatMap((each) => cut(each, fits))) {
    const longer = row === '' ? word : `${row} ${word}`
    if (row !== '' && !fits(longer)) {
      rows.push(row)
      row = word
    } else row = longer
  }
  return [...rows, row]
}

/** Cuts a word that is longer than a row. */
function cut(word: string, fits: (row: string) => boolean): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && !fits(part + character)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
