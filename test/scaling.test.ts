import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startRedis } from '../packages/toolaccord/test/services.ts'
import { blocksOf, root } from './docs/pages.ts'
import { clientInfo } from './fixtures/mcp-connections.ts'
import { type Listening, findProgram, freePorts, startListening } from './fixtures/processes.ts'

const [program] = blocksOf('docs/scaling.md', 'js')
const [proxySettings] = blocksOf('docs/scaling.md', 'haproxy')
const haproxy = findProgram('haproxy')
const redis = await startRedis()
const canRun = haproxy !== undefined && redis !== undefined
if (haproxy === undefined)
  console.error('SKIPPED: HAProxy is not installed, so the tests of several processes do not run')

interface Answer {
  readonly status: number
  readonly body: {
    readonly data: Readonly<Record<string, unknown>>
    readonly meta: Readonly<Record<string, unknown>>
  }
}

describe.skipIf(!canRun)('two processes behind a proxy, as docs/scaling.md says', () => {
  let folder = ''
  let ports: readonly number[] = []
  let proxy: Listening
  const processes: Listening[] = []

  const startProcess = (port: number) => {
    const file = join(folder, 'hotel.mjs')
    const command = [process.execPath, file, 'serve', '--http', '--port', String(port)]
    // Redis is there, or the tests are skipped.
    const { url } = redis as Service
    const secret = 'a secret of at least thirty-two characters'
    return startListening(command, port, { REDIS_URL: url, SHARED_SECRET: secret })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scaling-'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'hotel.mjs'), program?.code ?? '')
    ports = await freePorts(3)
    const [front = 0, first = 0, second = 0] = ports
    const settings = (proxySettings?.code ?? '')
      .replace('8800', String(front))
      .replace('8801', String(first))
      .replace('8802', String(second))
    await writeFile(join(folder, 'haproxy.cfg'), settings)
    processes.push(...(await Promise.all([startProcess(first), startProcess(second)])))
    proxy = await startListening([haproxy ?? '', '-db', '-f', join(folder, 'haproxy.cfg')], front)
  }, 60_000)

  afterAll(async () => {
    for (const { child } of [...processes, proxy]) child.kill('SIGKILL')
    await redis?.stop()
    await rm(folder, { recursive: true, maxRetries: 5 })
  })

  const url = () => `http://127.0.0.1:${ports[0]}`

  async function post(
    tool: string,
    args: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${url()}/api/${tool}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(args),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)))

  it('answers from both', async () => {
    const answers = await times(10, () => post('book_room', { guest: 'Ada' }))
    const pids = new Set(answers.map(({ body }) => body.data.process))
    expect(pids).toEqual(new Set(processes.map(({ child }) => child.pid)))
  })

  it('runs a keyed call once, whichever process a retry reaches', async () => {
    const headers = { 'Idempotency-Key': 'booking-of-ada' }
    const first = await post('book_room', { guest: 'Ada' }, headers)
    const retries = await times(6, () => post('book_room', { guest: 'Ada' }, headers))
    for (const { body } of retries) expect(body.data).toEqual(first.body.data)
  })

  it('fetches what another process has cut', async () => {
    const cut = await fetch(`${url()}/api/list_rooms`)
    const [hash] = (await cut.text()).match(/sha256:[0-9a-f]{64}/) ?? []
    const fetched = await times(4, () => fetch(`${url()}/archive/${hash}/content`))
    expect(fetched.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  const connect = async (mode: 'legacy' | 'auto') => {
    const client = new Client(clientInfo, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode },
    })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url()}/mcp`)))
    return client
  }

  it('asks a user at one process and takes the answer at the other', async () => {
    const client = await connect('auto')
    let asked = 0
    client.setRequestHandler('elicitation/create', () => {
      asked += 1
      return { action: 'accept', content: { agree: true } }
    })
    const params = { name: 'cancel_booking', arguments: { booking: 5 } }
    const { structuredContent } = await client.callTool(params)
    await client.close()
    expect(asked).toBe(1)
    expect(structuredContent).toMatchObject({ success: true, data: { booking: 5 } })
  })

  it('counts limits together, and takes a code of consent at any process', async () => {
    const refused = await post('cancel_booking', { booking: 7 })
    expect(refused.status).toBe(403)
    // The refusal of this contract has its details in the data.
    const { explicit_action } = refused.body.data.details as { readonly explicit_action: string }
    // The next request goes to the other process, because the proxy takes turns.
    const agreed = await post('cancel_booking', { booking: 7, explicit_action })
    expect(agreed.body.data).toMatchObject({ booking: 7 })
    const again = await post('cancel_booking', { booking: 7, explicit_action })
    expect(again.status).toBe(403)
    const rest = await times(20, () => post('cancel_booking', { booking: 8 }))
    const counted = rest.filter(({ status }) => status !== 429)
    expect(counted).toHaveLength(10 - 3)
  })

  it.each(['legacy', 'auto'] as const)('serves the official client: %s', async (mode) => {
    const client = await connect(mode)
    const seen: number[] = []
    const pids = new Set<unknown>()
    for (let round = 0; round < 4; round++) {
      const params = { name: 'book_room', arguments: { guest: 'Ada' } }
      const onprogress = ({ progress }: { readonly progress: number }) => seen.push(progress)
      const { structuredContent } = await client.callTool(params, { onprogress })
      pids.add((structuredContent as Answer['body']).data.process)
    }
    await client.close()
    expect(seen).toEqual([1, 2, 1, 2, 1, 2, 1, 2])
    // A session comes back to its process; calls without one go round.
    expect(pids.size).toBe(mode === 'legacy' ? 1 : 2)
  })

  it('loses no call when one process after the other is replaced', async () => {
    const over = new AbortController()
    const statuses: number[] = []
    const callOn = async () => {
      while (!over.signal.aborted) statuses.push((await post('book_room', { guest: 'Bo' })).status)
    }
    const callers = times(4, callOn)
    for (const [index, port] of [ports[1], ports[2]].entries()) {
      const old = processes[index]
      old?.child.kill('SIGTERM')
      expect(await old?.ended).toBe(0)
      processes[index] = await startProcess(port ?? 0)
      // The proxy looks every half second whether the new one is ready.
      await sleep(2000)
    }
    over.abort()
    await callers
    expect(new Set(statuses)).toEqual(new Set([200]))
  }, 60_000)
})
