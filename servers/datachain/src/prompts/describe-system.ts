import { definePrompt } from 'toolaccord'
import type { Catalogue } from '../catalogue/create-catalogue.ts'
import { say } from './say.ts'
import { defaultVersion, versionArgument } from './version-argument.ts'

/** The prompt that writes a datachain for a system. */
export const describeSystem = (catalogue: Catalogue) =>
  definePrompt({
    name: 'describe_system',
    title: 'Describe an AI system',
    summary: 'Write a datachain for a system, question by question.',
    arguments: {
      system: {
        summary: 'What is known about the system: a text, or where to read about it',
        required: true,
      },
      version: versionArgument(catalogue),
    },
    write: ({ system = '', version = defaultVersion(catalogue) }) =>
      say(
        `Describe this AI system as a datachain of ${version}.`,
        '',
        system,
        '',
        '1. Read the categories with list_categories. Their prompts are the questions to answer, ' +
          'in their order; required ones must be answered.',
        '2. For each question, search for fitting elements with list_elements. Choose few, and ' +
          'only those that your sources support. Do not guess: ask me instead.',
        '3. Read the chosen elements with get_elements, then fill in variables and contexts, in ' +
          'every language of the version.',
        '4. Set authoring_provenance to ai_generated. For each placement give a rationale, a ' +
          'confidence, and the words that you rely on as quotes.',
        '5. Call validate_datachain, correct what it finds, and repeat until it finds nothing. ' +
          'Then call render_datachain.',
      ),
  })
