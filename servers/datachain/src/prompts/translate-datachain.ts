import { definePrompt } from 'toolaccord'
import { datachainArgument } from './datachain-argument.ts'
import { say } from './say.ts'

/** The prompt that adds a language to a datachain. */
export const translateDatachain = definePrompt({
  name: 'translate_datachain',
  title: 'Translate a datachain',
  summary: 'Add a language to every text of a datachain.',
  arguments: {
    datachain: datachainArgument,
    locale: { summary: 'The language to add, such as fr', required: true },
  },
  write: ({ datachain = '', locale = '' }) =>
    say(
      `Add the language '${locale}' to every text of this datachain that does not have it.`,
      '',
      datachain,
      '',
      'Translate titles, descriptions, values of variables and labels of actions. Leave ids, ' +
        'addresses, quotes and names as they are.',
      `Use the words that the taxonomy uses in '${locale}': read them with get_elements. A value ` +
        'that is filled into a title must fit into its grammar.',
      'Write plainly, for readers without training. Then call validate_datachain, and return the ' +
        'whole datachain.',
    ),
})
