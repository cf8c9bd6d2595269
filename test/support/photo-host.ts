import { serveLocally } from './local-server.ts'

// One white pixel.
const picture = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

export type PhotoHost = AsyncDisposable & {
  /** Setting that allows Dray to fetch from this host. */
  env: Record<string, string>
  /** URL of a photo that is served immediately. */
  photo: string
  /** URL of a photo that is served only after `stopHolding`. */
  heldPhoto: string
  held: () => number
  stopHolding: () => void
}

/** A partner's photo host that can delay its responses. */
export async function startPhotoHost(): Promise<PhotoHost> {
  const waiting = new Set<() => void>()
  let holding = true
  const server = await serveLocally((request, response) => {
    const answer = () => response.writeHead(200, { 'content-type': 'image/gif' }).end(picture)
    if (holding && request.url?.startsWith('/held')) {
      waiting.add(answer)
      response.on('close', () => waiting.delete(answer))
    } else answer()
  })
  return {
    env: { PHOTO_SOURCES_ALLOWED: server.host },
    photo: `${server.url}/photo.gif`,
    heldPhoto: `${server.url}/held.gif`,
    held: () => waiting.size,
    stopHolding: () => {
      holding = false
      for (const answer of waiting) answer()
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
