import { withPlacement } from '../../../testing/tiny-datachain.ts'
import { text } from '../../../testing/tiny-version.ts'
import type { RuleCases } from './rule-cases.ts'

const kinds = (...value: string[]) => withPlacement(3, { variables: [{ id: 'kinds', value }] })

/** Cases of the rules of variables. */
export const variableCases: RuleCases = {
  broken: [
    [
      'INSTANCE_VARIABLE_UNKNOWN',
      withPlacement(1, { variables: [{ id: 'details', value: text('x') }] }),
      'elements[1].variables[0].id',
      'Use one of: detail, reason.',
    ],
    [
      'INSTANCE_VARIABLE_UNKNOWN',
      withPlacement(2, { variables: [{ id: 'detail', value: text('x') }] }),
      'elements[2].variables[0].id',
      'Leave it out',
    ],
    [
      'INSTANCE_VARIABLE_DUPLICATE',
      withPlacement(1, {
        variables: [
          { id: 'detail', value: text('x') },
          { id: 'detail', value: text('y') },
        ],
      }),
      'elements[1].variables[1].id',
      'Keep one',
    ],
    [
      'INSTANCE_VARIABLE_VALUE_SHAPE',
      withPlacement(1, { variables: [{ id: 'detail', value: ['still'] }] }),
      'elements[1].variables[0].value',
      '"locale": "en"',
    ],
    [
      'INSTANCE_VARIABLE_VALUE_SHAPE',
      withPlacement(3, { variables: [{ id: 'kinds', value: text('still') }] }),
      'elements[3].variables[0].value',
      'Use some of: still, moving, typed.',
    ],
    ['INSTANCE_VARIABLE_VALUE_EMPTY', kinds(), 'elements[3].variables[0].value', 'Fill it in'],
    [
      'INSTANCE_VARIABLE_VALUE_EMPTY',
      withPlacement(1, { variables: [{ id: 'detail', value: text(' ') }] }),
      'elements[1].variables[0].value[0].value',
      'Fill it in',
    ],
    [
      'INSTANCE_VARIABLE_VALUE_DUPLICATE',
      kinds('still', 'still'),
      'elements[3].variables[0].value[1]',
      'once',
    ],
    [
      'INSTANCE_VARIABLE_OPTION_UNKNOWN',
      kinds('stil'),
      'elements[3].variables[0].value[0]',
      'Use some of: still, moving.',
    ],
    [
      'INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE',
      kinds('typed'),
      'elements[3].variables[0].value[0]',
      'Options that do: moving, still.',
    ],
    [
      'INSTANCE_REQUIRED_VARIABLE_MISSING',
      withPlacement(3, { variables: [] }),
      'elements[3].variables',
      "Add 'kinds' with some of: still, moving.",
    ],
  ],
  kept: [
    [
      'INSTANCE_VARIABLE_UNKNOWN',
      'an optional variable',
      withPlacement(0, { variables: [{ id: 'reason', value: text('x') }] }),
    ],
    [
      'INSTANCE_VARIABLE_DUPLICATE',
      'both variables, with the same value',
      withPlacement(1, {
        variables: [
          { id: 'detail', value: text('x') },
          { id: 'reason', value: text('x') },
        ],
      }),
    ],
    [
      'INSTANCE_VARIABLE_VALUE_SHAPE',
      'a text, and options, each for its kind of variable',
      withPlacement(1, { variables: [{ id: 'detail', value: text('still') }] }),
    ],
    [
      'INSTANCE_VARIABLE_VALUE_EMPTY',
      'a text of one letter in one language',
      withPlacement(1, { variables: [{ id: 'detail', value: [{ locale: 'fr', value: ' x ' }] }] }),
    ],
    ['INSTANCE_VARIABLE_VALUE_DUPLICATE', 'one option in two placements', kinds('moving')],
    ['INSTANCE_VARIABLE_OPTION_UNKNOWN', 'every option there is', kinds('moving', 'still')],
    [
      'INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE',
      'an option of the other element',
      withPlacement(5, { variables: [{ id: 'kinds', value: ['typed'] }] }),
    ],
    [
      'INSTANCE_REQUIRED_VARIABLE_MISSING',
      'optional variables left out',
      withPlacement(1, { variables: [] }),
    ],
  ],
}
