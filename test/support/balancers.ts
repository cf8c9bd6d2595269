import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deployText } from './deploy-files.ts'
import { freePort } from './free-port.ts'
import { findProgram, type Program, startProgram } from './programs.ts'

/** Where the balancers ask whether a node takes requests. */

/** A balancer of `deploy/`, started with its file before the nodes. */
export type Balancer = {
  programs: string[]
  start: (place: Place) => Promise<{ program: Program; url: string }>
}

/** `nodes` are `host:port`. */
type Place = { folder: string; nodes: [string, string] }

const isRoot = process.getuid?.() === 0

const haproxy: Balancer = {
  programs: ['haproxy', 'openssl'],
  start: ({ folder, nodes }) =>
    startHaproxy(folder, 'haproxy/haproxy.cfg', [
      ['10.0.0.11:8080', nodes[0]],
      ['10.0.0.12:8080', nodes[1]],
    ]),
}

/** Starts HAProxy with a file of `deploy/`, in which addresses of nodes are replaced. */
export async function startHaproxy(
  folder: string,
  name: string,
  nodes: readonly (readonly [string, string])[],
): Promise<{ program: Program; url: string }> {
  const [plain, secure] = [await freePort(), await freePort()]
  const { pem } = makeCertificate(folder)
  const text = deployText(name, [
    ['bind :80', `bind 127.0.0.1:${plain}`],
    ['bind :443', `bind 127.0.0.1:${secure}`],
    ['/etc/haproxy/dray.pem', pem],
    ['abns@dray', `abns@dray-${plain}`],
    ...nodes,
  ])
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, isRoot ? text : withoutLines(text, /^ {4}(user|group) /))
  return { program: startProgram('haproxy', ['-db', '-f', file]), url: `https://127.0.0.1:${secure}` }
}

const nginx: Balancer = {
  programs: ['nginx', 'openssl'],
  async start({ folder, nodes }) {
    const [plain, secure] = [await freePort(), await freePort()]
    const { certificate, key } = makeCertificate(folder)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    )
    const text = deployText('nginx/nginx.conf', [
      ['user www-data;', isRoot ? 'user nobody nogroup;' : ''],
      ['/run/nginx.pid', `${folder}/nginx.pid`],
      ['/var/log/nginx/', `${folder}/`],
      ['server_tokens off;', `server_tokens off; ${temporary.join(' ')}`],
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['listen 443 ssl', `listen 127.0.0.1:${secure} ssl`],
      ['/etc/nginx/dray.pem', certificate],
      ['/etc/nginx/dray.key', key],
      ['10.0.0.11:8080', nodes[0]],
      ['10.0.0.12:8080', nodes[1]],
    ])
    const file = path.join(folder, 'nginx.conf')
    await writeFile(file, text)
    const program = startProgram('nginx', ['-e', `${folder}/error.log`, '-c', file, '-g', 'daemon off;'])
    return { program, url: `https://127.0.0.1:${secure}` }
  },
}

const caddy: Balancer = {
  programs: ['caddy'],
  async start({ folder, nodes }) {
    const port = await freePort()
    const text = deployText('compose/Caddyfile', [['serve:8080', nodes.join(' ')]])
    const file = path.join(folder, 'Caddyfile')
    await writeFile(file, `{\n\tadmin off\n}\n${text}`)
    const url = `http://127.0.0.1:${port}`
    const env = { DRAY_HOST: url, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    const args = ['run', '--adapter', 'caddyfile', '--config', file]
    return { program: startProgram('caddy', args, { env }), url }
  },
}

export const balancers = { haproxy, nginx, caddy }

function withoutLines(text: string, pattern: RegExp): string {
  return text
    .split('\n')
    .filter((line) => !pattern.test(line))
    .join('\n')
}

/** A self-signed certificate for one day; `pem` has the key too, as HAProxy wants it. */
function makeCertificate(folder: string): { certificate: string; key: string; pem: string } {
  const [certificate, key] = [path.join(folder, 'dray.crt'), path.join(folder, 'dray.key')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-days', '1', '-subj', '/CN=dray.example']
  const openssl = findProgram('openssl') ?? 'openssl'
  execFileSync(openssl, ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  })
  const pem = path.join(folder, 'dray.pem')
  execFileSync('/bin/sh', ['-c', 'cat "$1" "$2" > "$3"', 'sh', certificate, key, pem])
  return { certificate, key, pem }
}

/** A folder that the balancer's own user may enter and write to. */
export async function balancerFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dray-balancer-'))
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o777)
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
