import { responseV2 } from 'toolaccord/contracts'
import { serveProgram } from 'toolaccord/node'
import { createFoundryFromEnv } from '../server.ts'

await serveProgram({
  name: 'foundry',
  contract: responseV2,
  options: {
    specs: {
      placeholder: 'DIR',
      summary:
        'The folder of the specs; also by FOUNDRY_SPECS. Default: specs, in the first worktree.',
    },
    role: {
      placeholder: 'ROLE',
      summary:
        'observer, worker or maintainer; also by FOUNDRY_ROLE. Default: worker for agents that ' +
        'are served, maintainer on the command line.',
    },
    worker: {
      placeholder: 'NAME',
      summary: 'The name under which tasks are held; also by FOUNDRY_WORKER.',
    },
  },
  createServer: ({ options, serves, env }) =>
    createFoundryFromEnv(env, {
      here: process.cwd(),
      ...options,
      defaultRole: serves ? 'worker' : 'maintainer',
    }),
  http: { mcp: { tools: ['core'] } },
})
