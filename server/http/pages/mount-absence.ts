import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Without a build, the server runs without the web pages; requests for them get a 503 that says what is missing. */
export function mountAbsence(app: FastifyInstance, urls: string[]) {
  const answer = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .code(503)
      .headers({ 'cache-control': 'no-store', 'retry-after': '60', 'referrer-policy': 'no-referrer' })
      .type('text/plain; charset=utf-8')
      .send('The web app is not built. If you run this server: `npm run build`, then start it again.\n')
  for (const url of urls) app.get(url, answer)
  return { answerWebApp: answer }
}
