import { type Prompt, type PromptMessage, definePrompt } from 'toolaccord'
import type { Catalogue } from '../catalogue/create-catalogue.ts'

const say = (...lines: readonly string[]): readonly PromptMessage[] => [
  { role: 'user', content: { type: 'text', text: lines.join('\n') } },
]

/** Guided beginnings for people who do not know the tools. */
export function createPrompts(catalogue: Catalogue): readonly Prompt[] {
  const names = () => catalogue.all().map(({ manifest }) => manifest.version)
  const version = {
    summary: 'A version of the taxonomy. Default: the newest.',
    complete: (typed: string) => names().filter((name) => name.startsWith(typed)),
  }
  const datachain = { summary: 'The datachain, as JSON or YAML', required: true }
  const newest = () => names()[0] ?? 'ai@latest'

  return [
    definePrompt({
      name: 'describe_system',
      title: 'Describe an AI system',
      summary: 'Write a datachain for a system, question by question.',
      arguments: {
        system: {
          summary: 'What is known about the system: a text, or where to read about it',
          required: true,
        },
        version,
      },
      write: ({ system = '', version = newest() }) =>
        say(
          `Describe this AI system as a datachain of ${version}.`,
          '',
          system,
          '',
          '1. Read the categories with list_categories. Their prompts are the questions to answer, in their order; required ones must be answered.',
          '2. For each question, search for fitting elements with list_elements. Choose few, and only those that what you know bears out. Do not guess: ask me instead.',
          '3. Read what you chose with get_elements, then fill in variables and contexts, in every language of the version.',
          '4. Set authoring_provenance to ai_generated. For each placement give a rationale, a confidence, and the words that you rely on as quotes.',
          '5. Call validate_datachain, correct what it finds, and repeat until it finds nothing. Then call render_datachain.',
        ),
    }),
    definePrompt({
      name: 'audit_coverage',
      title: 'See what a datachain leaves open',
      summary: 'Find the questions that a datachain does not answer, or answers too vaguely.',
      arguments: { datachain, version },
      write: ({ datachain = '', version = newest() }) =>
        say(
          `Say what this datachain leaves open, measured by ${version}.`,
          '',
          datachain,
          '',
          '1. Call validate_datachain and list what it finds first.',
          '2. Go through list_categories. For each category say whether it is answered, answered vaguely or not at all, and what a reader would still want to know.',
          '3. Point out pairs that belong together and stand alone: personal data without a way to see it, a risk without a measure, a decision without someone to turn to.',
          '4. End with at most five questions for the people who run the system, the most important first. Change nothing yourself.',
        ),
    }),
    definePrompt({
      name: 'translate_datachain',
      title: 'Translate a datachain',
      summary: 'Add a language to every text of a datachain.',
      arguments: {
        datachain,
        locale: { summary: 'The language to add, such as fr', required: true },
      },
      write: ({ datachain = '', locale = '' }) =>
        say(
          `Add the language '${locale}' to every text of this datachain that lacks it.`,
          '',
          datachain,
          '',
          'Translate titles, descriptions, values of variables and labels of actions. Leave ids, addresses, quotes and names as they are.',
          `Use the words that the taxonomy uses in '${locale}': read them with get_elements. A value that is filled into a title must fit into its grammar.`,
          'Write plainly, for readers without training. Then call validate_datachain, and give the whole datachain back.',
        ),
    }),
    definePrompt({
      name: 'explain_finding',
      title: 'Explain a finding',
      summary: 'Say in plain words what a finding means and how to put it right.',
      arguments: {
        finding: { summary: 'The finding, with its code and path', required: true },
        datachain: { ...datachain, required: false },
      },
      write: ({ finding = '', datachain = '' }) =>
        say(
          'Explain this finding to someone who has written a datachain and does not know its rules.',
          '',
          finding,
          ...(datachain === '' ? [] : ['', datachain]),
          '',
          'Say what the rule protects, what is wrong in this place, and show the corrected lines only. Where there are several ways, say which you would choose and why.',
        ),
    }),
  ]
}
