import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The partner's photo host: one photo at every URL. */
const photo = readFileSync(process.env.BENCH_PHOTO ?? '')
const server = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': photo.length }).end(photo),
)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
