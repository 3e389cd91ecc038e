import { delimiter } from 'node:path'
import { chemigram } from 'toolaccord/contracts'
import { serveProgram } from 'toolaccord/node'
import { createDarkroomFromEnv } from '../server.ts'
import { findHere } from './find-here.ts'

await serveProgram({
  name: 'darkroom',
  contract: chemigram,
  options: {
    workspace: {
      placeholder: 'DIR',
      summary:
        'The folder that holds the images; also by the environment variable DARKROOM_WORKSPACE.',
    },
    pack: {
      placeholder: 'DIR',
      summary: 'A folder of more vocabulary; may be repeated.',
      repeatable: true,
    },
  },
  createServer: async ({ options, serves, env }) => {
    const { workspace = env.DARKROOM_WORKSPACE, pack = [] } = options
    const packs = env.DARKROOM_PACKS ? [env.DARKROOM_PACKS, ...pack] : pack
    return createDarkroomFromEnv(
      { ...env, DARKROOM_WORKSPACE: workspace, DARKROOM_PACKS: packs.join(delimiter) },
      { here: await findHere(process.cwd()), desk: !serves },
    )
  },
})
