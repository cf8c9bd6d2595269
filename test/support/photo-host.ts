import { serveLocally } from './local-server.ts'

// One white pixel.
const picture = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

export type PhotoHost = AsyncDisposable & {
  /** Lets the product fetch from it. */
  env: Record<string, string>
  /** Answered at once. */
  photo: string
  /** Answered from `stopHolding` on. */
  heldPhoto: string
  held: () => number
  stopHolding: () => void
}

/** A partner's picture host that can be as slow as a test needs it. */
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
