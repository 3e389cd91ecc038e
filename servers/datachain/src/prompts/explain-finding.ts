import { definePrompt } from 'toolaccord'
import { datachainArgument } from './datachain-argument.ts'
import { say } from './say.ts'

/** The prompt that explains a finding. */
export const explainFinding = definePrompt({
  name: 'explain_finding',
  title: 'Explain a finding',
  summary: 'Say in plain words what a finding means and how to correct it.',
  arguments: {
    finding: { summary: 'The finding, with its code and path', required: true },
    datachain: { ...datachainArgument, required: false },
  },
  write({ finding = '', datachain = '' }) {
    const lines = [
      'Explain this finding to someone who has written a datachain and does not know its rules.',
      '',
      finding,
    ]
    if (datachain !== '') lines.push('', datachain)
    lines.push(
      '',
      'Say what the rule protects, what is wrong in this place, and show the corrected lines ' +
        'only. If there are several ways, say which you would choose and why.',
    )
    return say(...lines)
  },
})
