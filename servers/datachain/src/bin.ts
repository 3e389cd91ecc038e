import { dtpr } from 'toolaccord/contracts'
import { serveProgram } from 'toolaccord/node'
import { createServer } from './server.ts'
import { cacheControl } from './web/caching.ts'

await serveProgram({
  name: 'datachain',
  contract: dtpr,
  options: {
    data: {
      placeholder: 'DIR',
      summary: 'Use the versions in this folder; also by the environment variable DATACHAIN_DATA.',
    },
    state: {
      placeholder: 'DIR',
      summary:
        'Keep documents and long calls in this folder, not in memory; ' +
        'also by the environment variable DATACHAIN_STATE.',
    },
  },
  createServer: ({ options, env }) => createServer(env, options),
  http: { cacheControl },
})
