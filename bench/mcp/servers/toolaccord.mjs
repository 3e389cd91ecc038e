// Toolaccord with its defaults: the output is checked, the policies are on.
import * as toolaccord from 'toolaccord'
import { serveHttp, serveStdio } from 'toolaccord/node'
import { options } from './shared/options.mjs'
import { toToolaccordServer } from './shared/to-toolaccord-server.mjs'

const server = toToolaccordServer(toolaccord)

if (options.isHttp) await serveHttp(server, { port: options.port, host: '127.0.0.1' })
else await serveStdio(server)
