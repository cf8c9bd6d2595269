import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { NotAnImage } from '../../photos/decoder.ts'
import { hangUpOf } from '../hang-up.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * Runs the work on an uploaded picture. `signal` aborts when the client disconnects: a picture that still waits for a
 * decoder is then not decoded.
 *
 * @throws Problem `validation_error` when the picture is none.
 */
export async function receivePicture<T>(
  { request, reply }: Exchange,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // The decoder may still need the bytes after the client has disconnected.
  const release = request.bodyPlace?.keep()
  try {
    return await work(hangUpOf(reply))
  } catch (error) {
    throw error instanceof NotAnImage ? noPicture : error
  } finally {
    release?.()
  }
}

const noPicture = new Problem('validation_error', (t) => t.jobs.noPicture, {
  details: {
    body: (t) => t.fields.picture,
  },
})
