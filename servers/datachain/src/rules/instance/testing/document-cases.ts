import { tinyDatachain, withPlacement } from '../../../testing/tiny-datachain.ts'
import { text } from '../../../testing/tiny-version.ts'
import { changed, inGerman } from './changed.ts'
import type { KeptCase, RuleCases } from './rule-cases.ts'

const action = (type: string, target: string) =>
  withPlacement(2, { actions: [{ type, label: text('Go'), target }] })

const links = [
  ['url', 'https://example.org/a'],
  ['form', 'http://example.org'],
  ['url', 'mailto:us@example.org'],
  ['url', 'tel:+3225550100'],
  ['email', 'us@example.org'],
  ['phone', '+32 2 555 01 00'],
  ['postal', 'javascript: 1'],
] as const

const keptLinks = links.map(([type, target]): KeptCase => [
  'INSTANCE_ACTION_TARGET_INVALID',
  `${type} ${target}`,
  action(type, target),
])

/** Cases of the rules of the datachain as a whole, its texts, actions and links. */
export const documentCases: RuleCases = {
  broken: [
    [
      'INSTANCE_SCHEMA_VERSION_MISMATCH',
      changed({ schema_version: 'ai@2026-01-02' }),
      'schema_version',
      "Call with the version 'ai@2026-01-02', or write 'ai@2026-01-02-beta' here.",
    ],
    ['INSTANCE_LOCALE_NOT_ALLOWED', changed({ title: inGerman }), 'title[0].locale', 'Use en, fr.'],
    [
      'INSTANCE_LOCALE_NOT_ALLOWED',
      changed({ description: [...text('x'), ...text('y')] }),
      'description[2].locale',
      'Keep one',
    ],
    [
      'INSTANCE_LOCALE_NOT_ALLOWED',
      withPlacement(1, { variables: [{ id: 'detail', value: inGerman }] }),
      'elements[1].variables[0].value[0].locale',
      'Use en, fr.',
    ],
    [
      'INSTANCE_LOCALE_NOT_ALLOWED',
      withPlacement(2, { actions: [{ type: 'postal', label: inGerman, target: 'Here 1' }] }),
      'elements[2].actions[0].label[0].locale',
      'Use en, fr.',
    ],
    [
      'INSTANCE_ACTION_TARGET_INVALID',
      action('url', 'javascript:alert(1)'),
      'elements[2].actions[0].target',
      'https://',
    ],
    [
      'INSTANCE_ACTION_TARGET_INVALID',
      action('form', 'data:text/html,x'),
      'elements[2].actions[0].target',
      'https://',
    ],
    [
      'INSTANCE_ACTION_TARGET_INVALID',
      action('url', 'file:///etc/passwd'),
      'elements[2].actions[0].target',
      'https://',
    ],
    [
      'INSTANCE_ACTION_TARGET_INVALID',
      action('email', 'https://example.org'),
      'elements[2].actions[0].target',
      'privacy@example.org',
    ],
    [
      'INSTANCE_ACTION_TARGET_INVALID',
      action('phone', 'call us'),
      'elements[2].actions[0].target',
      '+33',
    ],
    [
      'INSTANCE_LINKED_ID_INVALID',
      changed({ linked_instance_ids: ['gate-7'] }),
      'linked_instance_ids[0]',
      'Delete the link.',
    ],
    [
      'INSTANCE_LINKED_ID_INVALID',
      changed({ linked_instance_ids: ['a', 'a'] }),
      'linked_instance_ids[1]',
      'Delete one',
    ],
    [
      'INSTANCE_LINKED_ID_INVALID',
      changed({ linked_instance_ids: ['a b'] }),
      'linked_instance_ids[0]',
      'without spaces',
    ],
  ],
  kept: [
    ['INSTANCE_SCHEMA_VERSION_MISMATCH', 'the version asked for', tinyDatachain()],
    [
      'INSTANCE_LOCALE_NOT_ALLOWED',
      'one language here and another there',
      changed({
        title: [{ locale: 'fr', value: 'x' }],
        description: [{ locale: 'en', value: 'x' }],
      }),
    ],
    ...keptLinks,
    [
      'INSTANCE_LINKED_ID_INVALID',
      'other datachains',
      changed({ linked_instance_ids: ['gate-70', 'Gate-7', 'https://example.org/gate#7'] }),
    ],
  ],
}
