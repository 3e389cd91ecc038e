import { responseV2 } from 'toolaccord/contracts'
import { serveProgram } from 'toolaccord/node'
import { createTerminal } from '../desk/create-terminal.ts'
import { createFoundryFromEnv, roleOf } from '../server.ts'
import { scopesOf } from '../tools/create-roles.ts'

/** How this program is started again, by git and by hosts. */
const self = [process.execPath, process.argv[1] ?? 'foundry']

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
      desk: serves ? undefined : { screen: createTerminal(process.stdout), self },
      defaultRole: serves ? 'worker' : 'maintainer',
    }),
  http: ({ options, env }) => ({
    mcp: { tools: ['core'] },
    localScopes: scopesOf[roleOf(env, { role: options.role, defaultRole: 'worker' })],
  }),
})
