import { type Prompt, definePrompt } from 'toolaccord'
import type { Darkroom } from '../calls/darkroom.ts'
import { completeImage } from '../resources/complete-image.ts'

/** The steps of an edit; each array is one numbered paragraph. */
const steps: readonly (readonly string[])[] = [
  [
    'Take it in with ingest if it is a path. Read read_context: the brief says what is wanted,',
    'the tastes say how I work, the notes say what was learnt.',
  ],
  [
    'Look at it with render_preview.',
    'Say in two sentences what you see and what you would change, in which order.',
  ],
  [
    'Read list_vocabulary. Apply one move at a time with apply_primitive, small values first,',
    'and look at each with render_preview. A mask_spec limits a move to a part of the picture.',
  ],
  [
    'Undo what did not help with reset to HEAD~1, and redo it with reset to redo;',
    'or apply the move again with another value.',
    'For another idea, make a branch. compare shows two states side by side.',
  ],
  ['If a move is missing, write it down with log_vocabulary_gap, and say what you did instead.'],
  [
    'Tag what you are content with and show it to me. Export with export_final only if I agree.',
    'Propose what you learnt about the photo or about me with propose_notes_update',
    'and propose_taste_update.',
  ],
]

/** Creates the prompts, for people who do not know the tools. */
export const createPrompts = ({ workspaces }: Darkroom): readonly Prompt[] => [
  definePrompt({
    name: 'edit_photo',
    title: 'Edit a photo',
    summary: 'Edit a photo step by step, looking at every step.',
    arguments: {
      image: {
        summary: "The image's id, or the path of a photo that was not taken in yet",
        required: true,
        complete: completeImage(workspaces),
      },
      intent: { summary: 'What the picture is to become. Default: what its brief says.' },
    },
    write: ({ image = '', intent = 'what its brief and my tastes say' }) => [
      { role: 'user', content: { type: 'text', text: toText(image, intent) } },
    ],
  }),
]

function toText(image: string, intent: string): string {
  const paragraphs = steps.map((lines, index) => `${index + 1}. ${lines.join(' ')}`)
  return [`Edit the photo ${image}. It is to become: ${intent}.`, '', ...paragraphs].join('\n')
}
