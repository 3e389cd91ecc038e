type Json = Readonly<Record<string, unknown>>

/**
 * Shows what render_datachain made, as an MCP App. The host gets the source of this function, so it
 * can use nothing from outside it.
 */
export function runView(): void {
  const answers = new Map<unknown, (message: Json) => void>()
  let asked = 0

  const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
  const post = (message: object) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

  function ask(method: string, params: object): Promise<Json> {
    const id = ++asked
    post({ id, method, params })
    return new Promise((resolve, reject) => {
      answers.set(id, ({ result }) => {
        if (isObject(result)) resolve(result)
        else reject(new Error(`The host refused ${method}.`))
      })
    })
  }

  function answer(id: unknown, method: unknown): void {
    if (method === 'ping' || method === 'ui/resource-teardown') post({ id, result: {} })
    else post({ id, error: { code: -32601, message: 'Method not found' } })
  }

  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !isObject(data) || data.jsonrpc !== '2.0') return
    const { id, method, params } = data
    if (method === undefined) {
      answers.get(id)?.(data)
      answers.delete(id)
    } else if (id !== undefined) {
      answer(id, method)
    } else if (method === 'ui/notifications/tool-result') {
      show(params).catch(() =>
        say('The document cannot be shown here. Its address is in the answer of the tool.'),
      )
    } else if (method === 'ui/notifications/tool-cancelled') {
      say('The call was cancelled.')
    }
  })

  async function show(result: unknown): Promise<void> {
    const { structuredContent }: Json = isObject(result) ? result : {}
    const { data, errors }: Json = isObject(structuredContent) ? structuredContent : {}
    if (isObject(data)) {
      draw(typeof data.html === 'string' ? data.html : await read(data.resource_uri))
    } else if (Array.isArray(errors)) {
      say(`There are ${errors.length} errors in the datachain, so there is nothing to show.`)
    } else {
      say('There is nothing to show.')
    }
  }

  async function read(uri: unknown): Promise<string> {
    const { contents } = await ask('resources/read', { uri })
    const first: unknown = Array.isArray(contents) ? contents[0] : undefined
    if (isObject(first) && typeof first.text === 'string') return first.text
    throw new Error('The document is gone.')
  }

  /** A parsed document runs no script, neither here nor after its nodes are moved. */
  function draw(text: string): void {
    const drawn = new DOMParser().parseFromString(text, 'text/html')
    document.title = drawn.title
    document.documentElement.lang = drawn.documentElement.lang
    for (const style of document.querySelectorAll('style')) style.remove()
    document.head.append(...drawn.querySelectorAll('style'))
    document.body.replaceChildren(...drawn.body.childNodes)
  }

  function say(text: string): void {
    const line = document.createElement('p')
    line.setAttribute('role', 'status')
    line.textContent = text
    document.body.replaceChildren(line)
  }

  /** If the host does not open a link, the reader stays here. */
  function stay(): void {}

  // A frame may not navigate, so the host is asked to open links.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    const url = link?.getAttribute('href') ?? '#'
    if (url.startsWith('#')) return
    event.preventDefault()
    ask('ui/open-link', { url }).catch(stay)
  })

  function reportSize(): void {
    const { width, height } = document.documentElement.getBoundingClientRect()
    const params = { width: Math.ceil(width), height: Math.ceil(height) }
    post({ method: 'ui/notifications/size-changed', params })
  }

  ask('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'datachain', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  })
    .then(() => {
      post({ method: 'ui/notifications/initialized', params: {} })
      new ResizeObserver(reportSize).observe(document.documentElement)
    })
    .catch(() => say('This host does not show MCP Apps of the revision 2026-01-26.'))
}
