/** A node of a map (degrees), and a street through some of them, in their order. */
export type OsmNode = { id: number; lat: number; lon: number }
export type OsmWay = { id: number; nodes: number[]; tags: Record<string, string> }

/**
 * A map as an OpenStreetMap extract in the PBF format (wiki.openstreetmap.org/wiki/PBF_Format): one uncompressed block
 * of nodes and one of ways.
 */
export function osmExtract(nodes: readonly OsmNode[], ways: readonly OsmWay[]): Buffer {
  const header = message([
    [4, 'OsmSchema-V0.6'],
    [16, 'dray'],
  ])
  const texts = ['', ...new Set(ways.flatMap(({ tags }) => Object.entries(tags).flat()))]
  const table = message(texts.map((text) => [1, text]))
  const nodeGroup = message(nodes.map((node) => [1, encodeNode(node)]))
  const wayGroup = message(ways.map((way) => [3, encodeWay(way, texts)]))
  const block = (group: Buffer) =>
    message([
      [1, table],
      [2, group],
    ])
  return Buffer.concat([
    blob('OSMHeader', header),
    blob('OSMData', block(nodeGroup)),
    blob('OSMData', block(wayGroup)),
  ])
}

/** Positions are in units of 100 nanodegrees. */
const encodeNode = ({ id, lat, lon }: OsmNode): Buffer =>
  message([
    [1, zigzag(id)],
    [8, zigzag(Math.round(lat * 1e7))],
    [9, zigzag(Math.round(lon * 1e7))],
  ])

function encodeWay({ id, nodes, tags }: OsmWay, texts: string[]): Buffer {
  const indexes = (all: string[]) => Buffer.concat(all.map((text) => varint(BigInt(texts.indexOf(text)))))
  const deltas = nodes.map((node, i) => node - (nodes[i - 1] ?? 0))
  return message([
    [1, BigInt(id)],
    [2, indexes(Object.keys(tags))],
    [3, indexes(Object.values(tags))],
    [8, Buffer.concat(deltas.map((delta) => varint(zigzag(delta))))],
  ])
}

function blob(type: string, content: Buffer): Buffer {
  const body = message([
    [1, content],
    [2, BigInt(content.length)],
  ])
  const header = message([
    [1, type],
    [3, BigInt(body.length)],
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, body])
}

/** Fields of a protocol buffer: a whole number, a text, or bytes. */
const message = (fields: [number, bigint | string | Buffer][]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'bigint') return [varint(BigInt(number << 3)), varint(value)]
      const bytes = Buffer.from(value)
      return [varint(BigInt((number << 3) | 2)), varint(BigInt(bytes.length)), bytes]
    }),
  )

const zigzag = (value: number): bigint => BigInt(value < 0 ? -2 * value - 1 : 2 * value)

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Buffer.from([...bytes, Number(rest)])
}
