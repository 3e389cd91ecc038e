import { type Session, readSessions } from '../context/read-sessions.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { quote } from '../names/quote.ts'
import type { Workspaces } from '../workspace/create-workspaces.ts'
import { openImages } from './open-images.ts'

/** What a session did to an image; the image must be named where there were several. */
export async function findSession(
  workspaces: Workspaces,
  session_id: string,
  image: string | undefined,
): Promise<Session> {
  const sessions = (await Promise.all((await openImages(workspaces, image)).map(readSessions)))
    .flat()
    .filter((session) => session.session_id === session_id)
  const [found, ...others] = sessions
  if (found === undefined)
    throw new DarkroomError(
      'not_found',
      `There is no session ${quote(session_id)}${image === undefined ? '' : ' of this image'}.`,
      { path: 'session_id', hint: "'session-log list' shows every session." },
    )
  if (others.length === 0) return found
  throw new DarkroomError('invalid_input', 'The session worked on several images.', {
    path: 'image',
    hint: `Name one with --image: ${sessions.map(({ image_id }) => image_id).join(', ')}.`,
  })
}
