import { describe, expect, test } from 'vitest'
import { projectFields } from './project-fields.ts'

describe('projectFields', () => {
  test('keeps the id, and the properties that were asked for and exist', () => {
    const item: { id: string; title: string; context?: string } = { id: 'a', title: 't' }
    expect(projectFields(item, ['title', 'context'])).toEqual({ id: 'a', title: 't' })
    expect(projectFields(item, [])).toEqual({ id: 'a' })
    expect(projectFields(item, 'all')).toBe(item)
  })
})
