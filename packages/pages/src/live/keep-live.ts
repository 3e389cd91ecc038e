/**
 * Keeps the parts of a page that are marked `data-live` as the server has them. It listens for
 * events and asks again by itself if there are none. Runs in the browser as text, so it uses
 * nothing outside.
 */
export function keepLive(morph: (from: Element, to: Element) => number): void {
  const bar = document.querySelector<HTMLElement>('[data-live-events]')
  if (bar === null) return
  const time = bar.querySelector('[data-live-time]')
  const status = bar.querySelector('[role=status]')
  const { liveEvents = '', updated = '', lost = '' } = bar.dataset
  const pollMs = Number(bar.dataset.poll)
  const pauseMs = Number(bar.dataset.pause)
  const mostWaitMs = 300_000
  const sayMs = 30_000
  let events: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let etag: string | null = null
  let failures = 0
  let lastSaid = -Infinity
  let isBusy = false
  let isAskedAgain = false
  let isAlone = false

  function show(text: string): void {
    if (time !== null) time.textContent = text
    if (status === null || performance.now() - lastSaid < sayMs) return
    lastSaid = performance.now()
    status.textContent = text
  }

  /** What the reader looks at: the focused element, or else the first one below the top. */
  function anchor(): Element | undefined {
    const { activeElement } = document
    if (activeElement?.closest('[data-live] *')) return activeElement
    const all = document.querySelectorAll('[data-live] [data-key], [data-live] [id]')
    return [...all].find((one) => {
      const { top, height } = one.getBoundingClientRect()
      return top >= 0 && height > 0
    })
  }

  function replace(next: Document): number {
    const focused = document.activeElement
    const seen = scrollY > 0 ? anchor() : undefined
    const top = seen?.getBoundingClientRect().top ?? 0
    let changes = 0
    for (const old of document.querySelectorAll('[data-live]')) {
      const wanted = next.getElementById(old.id)
      if (wanted !== null) changes += morph(old, wanted)
    }
    document.title = next.title
    if (seen?.isConnected)
      scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: 'instant' })
    if (focused !== document.activeElement) passFocus(focused)
    return changes
  }

  function passFocus(focused: Element | null): void {
    const canFocus = focused instanceof HTMLElement || focused instanceof SVGElement
    const heir = canFocus && focused.isConnected ? focused : document.querySelector('main')
    heir?.focus({ preventScroll: true })
  }

  async function load(): Promise<void> {
    const headers = new Headers({ Accept: 'text/html' })
    if (etag !== null) headers.set('If-None-Match', etag)
    const response = await fetch(location.pathname + location.search, {
      headers,
      cache: 'no-store',
    })
    if (response.status !== 304) {
      const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
      if (!response.ok || response.redirected || !isPage) throw new Error(String(response.status))
      const next = new DOMParser().parseFromString(await response.text(), 'text/html')
      etag = response.headers.get('ETag')
      if (replace(next) > 0 || failures > 0) showUpdated()
    } else if (failures > 0) showUpdated()
    failures = 0
  }

  function showUpdated(): void {
    show(`${updated} ${new Date().toLocaleTimeString(document.documentElement.lang)}`)
  }

  async function refresh(): Promise<void> {
    if (isBusy) {
      isAskedAgain = true
      return
    }
    isBusy = true
    try {
      await load()
    } catch {
      failures++
      show(lost)
    }
    setTimeout(goOn, pauseMs)
    plan()
  }

  function goOn(): void {
    isBusy = false
    if (!isAskedAgain) return
    isAskedAgain = false
    refresh()
  }

  /** Asks again later if nobody else says when to, or if the last time failed. */
  function plan(): void {
    clearTimeout(timer)
    if (document.hidden || (!isAlone && failures === 0)) return
    timer = setTimeout(refresh, Math.min(pollMs * 2 ** failures, mostWaitMs))
  }

  function beAlone(): void {
    isAlone = true
    plan()
  }

  function listen(): void {
    isAlone = false
    if (liveEvents === '') {
      beAlone()
      return
    }
    const source = new EventSource(liveEvents)
    source.addEventListener('open', refresh)
    source.addEventListener('changed', refresh)
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED && source === events) beAlone()
    })
    events = source
  }

  // A browser has few connections for one server, so a page that nobody sees holds none.
  document.addEventListener('visibilitychange', () => {
    events?.close()
    events = undefined
    clearTimeout(timer)
    if (document.hidden) return
    refresh()
    listen()
  })
  if (!document.hidden) listen()
}
