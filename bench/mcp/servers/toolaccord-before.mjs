// Another build of Toolaccord, in the checkout that BENCH_BEFORE names.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { options } from './shared/options.mjs'
import { toToolaccordServer } from './shared/to-toolaccord-server.mjs'

const dist = join(process.env.BENCH_BEFORE, 'packages/toolaccord/dist')
const load = (file) => import(pathToFileURL(join(dist, file)).href)

const server = toToolaccordServer(await load('index.js'))
const { serveHttp, serveStdio } = await load('node/index.js')

if (options.isHttp) await serveHttp(server, { port: options.port, host: '127.0.0.1' })
else await serveStdio(server)
