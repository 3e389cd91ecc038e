import type { CallRequest } from '../define/policy.ts'

/** The calls of a server that are running; one more costs a small call next to nothing. */
export class Activity {
  readonly #running = new Set<CallRequest>()
  /** The tool that was called last. Work that it left behind may outlive its call. */
  latest: string | undefined

  begin(request: CallRequest): void {
    this.#running.add(request)
  }

  end(request: CallRequest): void {
    this.#running.delete(request)
  }

  /** The names of the tools that are running, and of the one that was called last. */
  tools(): readonly string[] {
    const names = new Set([...this.#running].map(({ tool }) => tool.name))
    if (this.latest !== undefined) names.add(this.latest)
    return [...names]
  }
}
