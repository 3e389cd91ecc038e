import { defineServer, defineTool, ok } from 'toolaccord'
import * as z from 'zod'

const Note = z.object({ id: z.string(), title: z.string(), tags: z.array(z.string()) })

/** Notes live in this process only: enough to show every face. */
const notes = new Map<string, z.infer<typeof Note>>([
  ['n1', { id: 'n1', title: 'Buy milk', tags: ['home'] }],
  ['n2', { id: 'n2', title: 'Call Ada', tags: ['work', 'phone'] }],
])

export const listNotes = defineTool({
  name: 'list_notes',
  summary: 'List notes, newest last; filter them by tag.',
  input: z.object({
    tag: z.string().optional().describe('Only notes with this tag'),
    limit: z.int().min(1).max(50).default(20).describe('How many at most'),
  }),
  output: z.object({ notes: z.array(Note), total: z.int() }),
  effect: 'read',
  run({ tag, limit }) {
    const found = [...notes.values()].filter((note) => tag === undefined || note.tags.includes(tag))
    return ok({ notes: found.slice(0, limit), total: found.length })
  },
})

export const getNote = defineTool({
  name: 'get_note',
  summary: 'Read one note.',
  input: z.object({ id: z.string().describe('Note id, as list_notes gives it') }),
  output: z.object({ note: Note }),
  effect: 'read',
  codes: ['NOTE_NOT_FOUND'],
  rest: { method: 'GET', path: '/notes/:id' },
  cli: { positionals: ['id'] },
  run({ id }, call) {
    const note =
      notes.get(id) ??
      call.fail('NOTE_NOT_FOUND', { message: `There is no note '${id}'.`, path: 'id' })
    return ok({ note })
  },
})

export const addNote = defineTool({
  name: 'add_note',
  summary: 'Write a new note.',
  input: z.object({
    title: z.string().min(1).max(200),
    tags: z.array(z.string()).max(10).default([]),
  }),
  output: z.object({ note: Note }),
  effect: 'write',
  rest: { method: 'POST', path: '/notes', created: '/notes/:note.id' },
  cli: { positionals: ['title'], flags: { tags: 'tag' } },
  run({ title, tags }, call) {
    const note = { id: `n${notes.size + 1}`, title, tags }
    notes.set(note.id, note)
    call.say(`Noted as ${note.id}.`)
    return ok({ note })
  },
})

export const server = defineServer({
  name: 'notes',
  version: '1.0.0',
  summary: 'A small notebook.',
  codes: {
    NOTE_NOT_FOUND: {
      kind: 'not_found',
      next: [{ tool: 'list_notes', why: 'to see every id' }],
    },
  },
  tools: [listNotes, getNote, addNote],
})
