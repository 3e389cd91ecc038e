import { defineRule } from '../../findings/rule.ts'
import type { ResolvedScope } from '../scope/instance-scope.ts'

/** Only an AI suggests elements. */
export const provenanceRequired = defineRule(
  'provenance_required',
  function* ({ resolved }: ResolvedScope) {
    const isByAi = resolved.authoring_provenance?.kind === 'ai_generated'
    if (isByAi || resolved.suggested_elements.length === 0) return
    yield {
      message: 'Elements are suggested, and authoring_provenance does not name an AI.',
      path: 'authoring_provenance',
      hint: 'Add {"kind": "ai_generated"}, or delete suggested_elements.',
    }
  },
)
