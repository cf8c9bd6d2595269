import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { maxUploadBytes } from '../../photos/limits.ts'
import { readJsonOnly } from '../body/json.ts'
import { unsupportedMediaType } from '../errors/errors.ts'

/** Accepts JSON bodies, and the bytes of one picture for operations with `takesPhoto`. */
export function readAppBodies(scope: FastifyInstance): void {
  readJsonOnly(scope)
  scope.addContentTypeParser(
    /^image\//,
    { parseAs: 'buffer', bodyLimit: maxUploadBytes },
    (_request, body, done) => done(null, body),
  )
  scope.addHook('onRequest', refuseOtherTypes)
}

/** Refuses, before the body is read, a picture instead of JSON, and JSON instead of a picture. */
function refuseOtherTypes(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  if (request.is404) return done()
  const isPicture = /^image\//i.test(request.headers['content-type'] ?? '')
  const takesPhoto = request.routeOptions.config.takesPhoto ?? false
  if (isPicture === takesPhoto) return done()
  done(takesPhoto ? pictureNeeded : unsupportedMediaType)
}

const pictureNeeded = new Problem('unsupported_media_type', (t) => t.jobs.notAPhoto)
