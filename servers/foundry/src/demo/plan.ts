/** The id of the spec that the demonstration makes. */
export const specId = 'receipts'

const testOf = (name: string) => ({
  id: `verify-${name}`,
  title: `The tests of ${name} pass`,
  command: `node --test test/${name}.test.js`,
})

const sourceOf = (name: string) => [`src/${name}.js`, `test/${name}.test.js`]

/** The change as create_spec takes it: three phases, eight tasks, a check for each. */
export const plan = {
  spec_id: specId,
  title: 'Receipts with discounts',
  mission: 'A customer gets a printed receipt, and discounts are taken off correctly.',
  success_criteria: ['The command prints a receipt for the example, with and without a discount.'],
  active: true,
  phases: [
    {
      id: 'phase-1',
      title: 'Groundwork',
      tasks: [
        {
          id: 'task-money',
          title: 'Format cents as money',
          criteria: ['5 is 0.05, 120 is 1.20, and -250 is -2.50.'],
          files: sourceOf('money'),
          complexity: 'low',
          checks: [testOf('money')],
        },
        {
          id: 'task-rounding',
          title: 'Round halves to the even cent',
          criteria: ['0.5 becomes 0, 1.5 becomes 2, and 2.5 becomes 2.'],
          files: sourceOf('rounding'),
          complexity: 'medium',
          checks: [testOf('rounding')],
        },
        {
          id: 'task-decide',
          title: 'Decide how a discount is written',
          category: 'decision',
          criteria: ['docs/discounts.md has the decision and its reason.'],
          files: ['docs/discounts.md'],
          complexity: 'low',
          checks: [
            {
              id: 'verify-decide',
              title: 'The decision has a reason',
              command: "grep -qi '^because' docs/discounts.md",
            },
          ],
        },
      ],
    },
    {
      id: 'phase-2',
      title: 'Discounts',
      tasks: [
        {
          id: 'task-parse',
          title: 'Read a discount',
          criteria: ["'10%' and '2.50' are read; anything else is refused by name."],
          files: sourceOf('discount'),
          blocked_by: ['task-decide'],
          checks: [testOf('discount')],
        },
        {
          id: 'task-apply',
          title: 'Take a discount off a total',
          criteria: ['A share is rounded to the even cent.', 'No total falls below zero.'],
          files: sourceOf('discounted'),
          blocked_by: ['task-rounding', 'task-parse'],
          checks: [testOf('discounted')],
        },
      ],
    },
    {
      id: 'phase-3',
      title: 'The receipt',
      tasks: [
        {
          id: 'task-receipt',
          title: 'Write a receipt',
          criteria: ['Every line has its amount.', 'A discount has a line of its own.'],
          files: sourceOf('receipt'),
          blocked_by: ['task-money', 'task-apply'],
          needs_review: true,
          checks: [testOf('receipt')],
        },
        {
          id: 'task-command',
          title: 'Print a receipt from the command line',
          criteria: ['The example prints its total, less ten per cent.'],
          files: ['bin/receipt.js'],
          blocked_by: ['task-receipt'],
          checks: [
            {
              id: 'verify-command',
              title: 'The example prints 6.71',
              command: 'node bin/receipt.js examples/groceries.json 10%',
              expected: '6.71',
            },
          ],
        },
        {
          id: 'task-readme',
          title: 'Explain it in the README',
          criteria: ['The README names the command.'],
          files: ['README.md'],
          complexity: 'low',
          blocked_by: ['task-command'],
          checks: [
            {
              id: 'verify-readme',
              title: 'The README names the command, and all tests pass',
              command: 'grep -q bin/receipt.js README.md && node --test',
            },
          ],
        },
      ],
    },
  ],
}

/** Work that no one planned; whoever takes a discount off a total stumbles over it. */
export const found = {
  id: 'task-count',
  title: 'Count a line without a count as one',
  criteria: ['A line without a count is counted once.'],
  files: ['src/total.js', 'test/total.test.js'],
  complexity: 'low',
  checks: [testOf('total')],
}
