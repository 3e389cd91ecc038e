import { afterAll, expect, it } from 'vitest'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
afterAll(() => darkroom.remove())

/** The longest schema with which Codex was seen to keep the descriptions of arguments. */
const mostBytes = 5500

it('has no schema that is so long that a host leaves its descriptions out', () => {
  const { server } = darkroom.create()
  const long = server
    .tools()
    .map(({ name, inputSchema }) => [name, JSON.stringify(inputSchema).length] as const)
    .filter(([, bytes]) => bytes > mostBytes)
  expect(long).toEqual([])
})
