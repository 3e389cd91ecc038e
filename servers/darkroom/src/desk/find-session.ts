import { type Session, readSessions } from '../context/read-sessions.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { quote } from '../names/quote.ts'
import type { Workspaces } from '../workspace/create-workspaces.ts'
import { openImages } from './open-images.ts'

/** Returns a session; throws if it worked on several images and none is named. */
export async function findSession(
  workspaces: Workspaces,
  session_id: string,
  image: string | undefined,
): Promise<Session> {
  const workspaceList = await openImages(workspaces, image)
  const all = (await Promise.all(workspaceList.map(readSessions))).flat()
  const sessions = all.filter((session) => session.session_id === session_id)
  const [found, ...others] = sessions
  if (found === undefined) {
    const scope = image === undefined ? '' : ' of this image'
    throw new DarkroomError('not_found', `There is no session ${quote(session_id)}${scope}.`, {
      path: 'session_id',
      next: [{ tool: 'session_log_list', why: 'to see every session' }],
    })
  }
  if (others.length === 0) return found
  throw new DarkroomError('invalid_input', 'The session worked on several images.', {
    path: 'image',
    hint: `Name one with --image: ${sessions.map(({ image_id }) => image_id).join(', ')}.`,
  })
}
