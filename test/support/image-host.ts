import sharp from 'sharp'
import { type LocalServer, serveLocally } from './local-server.ts'

/** Colours by name: `/red.jpg` is a red picture. */
const colours = { red: [220, 20, 20], green: [20, 180, 20], blue: [20, 20, 220] } as const
export type Colour = keyof typeof colours

/**
 * A partner's photo host: `/<colour>.jpg` (with any folders and query), `/large.jpg` with one byte over 2 MiB,
 * `/edge.jpg` with exactly 2 MiB, `/text.jpg` that is not a picture, `/missing.jpg` with a 404.
 */
export async function startImageHost(): Promise<LocalServer> {
  const pictures = new Map<string, Buffer>()
  for (const [name, [r, g, b]] of Object.entries(colours)) {
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: { r, g, b } } })
    pictures.set(name, await picture.jpeg().toBuffer())
  }
  const padded = (bytes: number) => Buffer.concat([pictures.get('red') as Buffer], bytes)
  pictures.set('edge', padded(2_097_152)).set('large', padded(2_097_153))
  pictures.set('text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  return serveLocally((request, response) => {
    const name = /(\w+)\.jpg/.exec(request.url ?? '')?.[1] ?? ''
    const picture = pictures.get(name)
    response.writeHead(picture ? 200 : 404, { 'content-type': 'image/jpeg' }).end(picture)
  })
}

/** The dominant colour of a stored copy. */
export async function colourOf(jpeg: Buffer): Promise<string> {
  const { dominant } = await sharp(jpeg).stats()
  const found = Object.entries({ red: dominant.r, green: dominant.g, blue: dominant.b })
  return found.sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}
