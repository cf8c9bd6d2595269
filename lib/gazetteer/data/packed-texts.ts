/** Many texts as UTF-8 in one block. They become strings only where they are read. */
export type PackedTexts = { bytes: Uint8Array; ends: Uint32Array }

export function packTexts(texts: readonly string[]): PackedTexts {
  let end = 0
  const ends = Uint32Array.from(texts, (text) => (end += Buffer.byteLength(text)))
  return { bytes: new Uint8Array(Buffer.from(texts.join(''))), ends }
}

export function textAt({ bytes, ends }: PackedTexts, index: number): string {
  const start = index === 0 ? 0 : (ends[index - 1] ?? 0)
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, (ends[index] ?? start) - start).toString('utf8')
}
