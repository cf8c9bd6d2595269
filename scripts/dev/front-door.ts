import path from 'node:path'
import { createServer, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite'
import type { ServerProcess } from './server-process.ts'
import { type SignIn, signInPath } from './sign-in.ts'

const root = path.join(import.meta.dirname, '../..')

/** Requests for these URLs go to Vite; all others go to the server. */
const ofVite = /^\/app\/(@|src\/)/

/** A change in these folders restarts the server. */
const serverFolders = ['server', 'contract', 'lib']

/** A change of these files restarts it too, because the server fills them in. */
const pages = new Set(
  ['web/index.html', 'web/admin.html', 'web/partner.html'].map((file) => path.join(root, file)),
)

const routers = new Set(
  ['web/src/router.tsx', 'web/src/admin/router.tsx', 'web/src/partner/router.tsx'].map((file) =>
    path.join(root, file),
  ),
)

export type FrontDoor = {
  host: string
  port: number
  /** The port of the server that requests are forwarded to. */
  serverPort: number
  server: () => ServerProcess
  signIn: SignIn
}

/**
 * Vite's development server, at the address of the service: it serves the sources of the web app with hot reload and
 * forwards all other requests to the server. During a restart, requests wait.
 */
export async function openFrontDoor(options: FrontDoor): Promise<ViteDevServer> {
  const { host, port, serverPort } = options
  const vite = await createServer({
    configFile: path.join(root, 'web/vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    clearScreen: false,
    plugins: [gate(options), reloadForRoutes()],
    server: {
      host,
      port,
      strictPort: true,
      // The data folder holds keys, so only these folders are served.
      fs: { allow: ['web', 'contract', 'node_modules'].map((folder) => path.join(root, folder)) },
      proxy: { [`^(?!${ofVite.source.slice(1)})`]: forward(serverPort) },
    },
  })
  vite.watcher.add(serverFolders.map((folder) => path.join(root, folder)))
  vite.watcher.on('all', (event, file) => {
    const [folder] = path.relative(root, file).split(path.sep)
    const isServers = serverFolders.includes(folder ?? '') || pages.has(file)
    if (!isServers || event.endsWith('Dir') || file.endsWith('.test.ts')) return
    console.log(`\n${path.relative(root, file)} has changed: restarting`)
    options.server().restart()
  })
  return vite.listen()
}

function forward(serverPort: number): ProxyOptions {
  return {
    target: `http://127.0.0.1:${serverPort}`,
    configure(proxy) {
      proxy.on('proxyRes', ({ headers }) => {
        // Vite adds styles as <style> elements, which the policy of the built app refuses.
        const policy = headers['content-security-policy']
        if (typeof policy === 'string')
          headers['content-security-policy'] = policy.replace(
            "style-src 'self'",
            "style-src 'self' 'unsafe-inline'",
          )
      })
    },
  }
}

/** Reloads the page when the routes change, or a file that they import: a second router would render an empty page. */
function reloadForRoutes(): Plugin {
  return {
    name: 'reload-for-routes',
    transform: (code, id) =>
      routers.has(id) ? `${code}\nimport.meta.hot.accept(() => location.reload())` : null,
  }
}

/** Holds requests for the server until it has started, and serves the sign-in links. */
function gate({ server, signIn }: FrontDoor): Plugin {
  return {
    name: 'gate',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { url = '' } = request
        if (ofVite.test(url)) return next()
        const answer = async () => {
          if (await server().ready()) return url.startsWith(signInPath) ? signIn(url, response) : next()
          response.statusCode = 503
          response.end('The server has ended with an error; see the terminal of `npm run dev`.\n')
        }
        answer().catch(next)
      })
    },
  }
}
