import * as z from 'zod'
import { listOf } from '../fields/list-of.ts'
import { LocalizedText } from '../fields/localized-text.ts'
import { SourceRef } from '../fields/source-ref.ts'

/** How something is used: what happens, and how a person would describe it. */
export const Example = z.strictObject({ scenario: LocalizedText, narrative: LocalizedText })

/** The properties that help authors to choose a category or an element. */
export const explained = {
  authoring_guidance: LocalizedText.default([]),
  examples: listOf(Example).default([]),
  sources: listOf(SourceRef).default([]),
}
