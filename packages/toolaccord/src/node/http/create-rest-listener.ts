import type { IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { RestFace } from '../../faces/rest/create-rest-handler.ts'
import type { NodeFace } from './node-face.ts'
import { writeResponse } from './write-response.ts'

/** Serves the REST face from Node's requests; `host` names the server if a request does not. */
export function createRestListener(face: RestFace, host: string): NodeFace {
  return {
    serve: getRequestListener(face.fetch, {
      hostname: host,
      // The override would replace Request and Response of the whole process.
      overrideGlobalObjects: false,
    }),
    refuse(request, response, refusal) {
      writeResponse(response, face.refuse(toReader(request), refusal)).catch(() => {
        response.destroy()
      })
    },
  }
}

/** The headers that choose the form of a refusal. */
const formHeaders = ['accept', 'origin', 'x-request-id'] as const

/** A request that says who reads the answer; one made of a caller's URL need not be valid. */
function toReader({ headers: given }: IncomingMessage): Request {
  const headers = new Headers()
  for (const name of formHeaders) {
    const value = given[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request('http://localhost/', { headers })
}
