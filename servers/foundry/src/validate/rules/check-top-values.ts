import { mendIf } from '../faults/mend-if.ts'
import { quote } from '../faults/quote.ts'
import type { RuleInput } from './rule.ts'
import { isIsoTime, toIsoTime } from './values/iso-time.ts'

/** Reports an id and times of a spec that are not written as the format says. */
export function checkTopValues({ spec, report }: RuleInput): void {
  const { spec_id: id } = spec
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*-\d{4}-\d{2}-\d{2}-\d{3}$/.test(id)) {
    report('INVALID_SPEC_ID_FORMAT', ['spec_id'], `The spec_id is ${quote(id)}.`, {
      hint: 'Accepted are a name, a date and three digits, such as "search-2026-01-31-001".',
    })
  }
  for (const name of ['generated', 'last_updated'] as const) {
    const time = spec[name]
    if (isIsoTime(time)) continue
    const known = toIsoTime(time)
    report('INVALID_DATE_FORMAT', [name], `The time ${name} is ${quote(time)}.`, {
      hint: 'Accepted is ISO 8601, such as "2026-01-31T09:30:00Z".',
      mend: mendIf(known !== undefined, (draft) => draft.set([name], known)),
    })
  }
}
