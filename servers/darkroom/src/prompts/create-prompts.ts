import { type Prompt, definePrompt } from 'toolaccord'
import type { Darkroom } from '../calls/darkroom.ts'
import { completeImage } from '../resources/complete-image.ts'

/** Guided beginnings for people who do not know the tools. */
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
      {
        role: 'user',
        content: {
          type: 'text',
          text: [
            `Edit the photo ${image}. It is to become: ${intent}.`,
            '',
            '1. Take it in with ingest when it is a path. Read read_context: the brief says what is wanted, the tastes say how I work, the notes what was learnt.',
            '2. Look at it with render_preview. Say in two sentences what you see and what you would change, in which order.',
            '3. Read list_vocabulary. Apply one move at a time with apply_primitive, small values first, and look at each with render_preview. A mask_spec keeps a move to a part of the picture.',
            '4. Undo what did not help: apply the move again with another value, remove_module, or checkout. For another idea, make a branch. compare shows two states side by side.',
            '5. When a move is missing, write it down with log_vocabulary_gap, and say what you did instead.',
            '6. Tag what you are content with and show it to me. Export with export_final only when I agree. What you learnt about the photo or about me, propose with propose_notes_update and propose_taste_update.',
          ].join('\n'),
        },
      },
    ],
  }),
]
