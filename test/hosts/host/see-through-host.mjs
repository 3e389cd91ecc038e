import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createScriptedModel } from './create-scripted-model.mjs'
import { runProcess } from './run-process.mjs'

/**
 * Runs a host once in an empty home, in front of a scripted model. Resolves to what the model was
 * offered, what it got for each call, and how the host ended.
 */
export async function seeThroughHost(host, { bin, server, script, timeoutMs, signal }) {
  const home = await mkdtemp(join(tmpdir(), 'toolaccord-host-'))
  const model = await createScriptedModel(host, script)
  try {
    const { command, env, files } = host.launch({ bin, home, modelUrl: model.url, server })
    for (const [path, text] of Object.entries(files)) await writeInto(home, path, text)
    const cwd = join(home, 'work')
    const tmp = join(home, 'tmp')
    for (const folder of [cwd, tmp]) await mkdir(folder)
    const all = { ...surroundings(), HOME: home, TMPDIR: tmp, ...env }
    const end = await runProcess(command, { cwd, env: all, timeoutMs, signal })
    return { ...toSeen(model.seen, host.prefix), end }
  } finally {
    model.close()
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** What the model saw, with the tools of the server only, under the names that it gave them. */
function toSeen({ prompt, tools, calls, answers, fault }, prefix) {
  const own = tools.filter(({ name }) => name.startsWith(prefix))
  const offered = own.map(({ name, description, parameters }) => ({
    name: name.slice(prefix.length),
    description,
    parameters,
  }))
  return { prompt, offered, calls: calls.filter((call) => call !== undefined), answers, fault }
}

/** What programs need to start: no keys and no settings of whoever runs this. */
function surroundings() {
  const names = ['PATH', 'LANG'].filter((name) => process.env[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

async function writeInto(folder, path, text) {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
