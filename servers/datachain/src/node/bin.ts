import { dtpr } from 'toolaccord/contracts'
import { serveProgram } from 'toolaccord/node'
import { cacheControl } from '../caching.ts'
import { createServer } from '../server.ts'

await serveProgram({
  name: 'datachain',
  contract: dtpr,
  options: {
    data: {
      placeholder: 'DIR',
      summary: 'Use the versions in this folder; also by the environment variable DATACHAIN_DATA.',
    },
  },
  createServer: ({ options: { data }, env }) => createServer(env, data),
  http: { cacheControl },
})
